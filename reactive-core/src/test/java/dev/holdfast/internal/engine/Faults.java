package dev.holdfast.internal.engine;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.PlausibleErrnos;
import java.util.ArrayList;
import java.util.List;

/** Which call can fail how, and what the caller should then be told. */
final class Faults {
  private Faults() {}

  /** Every plausible failure of one call. */
  static List<Fault> of(int index, String call) {
    List<Fault> faults = new ArrayList<>();
    for (Errno errno : PlausibleErrnos.of(call)) {
      faults.add(Fault.at(index, errno, How.WITHOUT_EFFECT));
      if (PlausibleErrnos.hasEffect(call)) {
        faults.add(Fault.at(index, errno, How.AFTER_EFFECT));
      }
    }
    for (How how : How.values()) {
      boolean after = how == How.AFTER_EFFECT || how == How.FOR_GOOD_AFTER_EFFECT;
      if (!after || PlausibleErrnos.hasEffect(call)) {
        faults.add(Fault.at(index, Errno.EINTR, how));
      }
    }
    faults.add(Fault.at(index, Errno.EIO, How.FOR_GOOD));
    return faults;
  }

  /** Answers that say how things are, and that the operation may answer with another look. */
  static boolean isOrdinary(Errno errno) {
    return errno == Errno.ENOENT || errno == Errno.EEXIST || errno == Errno.ELOOP;
  }

  /** Whether the code is one that a caller would expect after that failure. */
  static boolean explains(ErrorCode code, String call, Errno errno) {
    if (call.equals("statPath")) {
      return code == ErrorCode.ROOT_BINDING_CHANGED;
    }
    if (call.startsWith("acl")) {
      return code == ErrorCode.ACL_DENIED
          || code == ErrorCode.ACL_IO_ERROR
          || code == ErrorCode.ACL_UNKNOWN;
    }
    return switch (errno) {
      case ENOSPC -> code == ErrorCode.NO_SPACE;
      case EDQUOT -> code == ErrorCode.QUOTA_EXCEEDED;
      case EROFS -> code == ErrorCode.READ_ONLY_FILESYSTEM;
      case EFBIG -> code == ErrorCode.FILE_SIZE_LIMIT;
      case EMFILE, ENFILE -> code == ErrorCode.NO_DESCRIPTORS;
      case EACCES, EPERM -> code == ErrorCode.PERMISSION_DENIED;
      case EIO, ENOMEM, ESTALE, EINTR, EMLINK -> code == ErrorCode.IO_ERROR;
      default -> true; // ordinary answers, whose meaning depends on the call
    };
  }
}
