package dev.holdfast.internal.engine;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Which call can fail how, and what the caller should then be told. */
final class Faults {
  private static final Set<Errno> ALWAYS = EnumSet.of(Errno.EIO, Errno.ENOMEM, Errno.ESTALE);
  private static final Set<Errno> OPEN =
      EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.EMFILE, Errno.ENFILE, Errno.ENOENT, Errno.ELOOP);
  private static final Set<Errno> SPACE = EnumSet.of(Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS);
  private static final Set<String> EFFECTS =
      Set.of(
          "mkdir",
          "link",
          "createFile",
          "renameNoReplace",
          "renameReplace",
          "renameExchange",
          "unlink",
          "rmdir",
          "sync",
          "write",
          "chmod",
          "aclClear");

  private Faults() {}

  /** Every plausible failure of one call. */
  static List<Fault> of(int index, String call) {
    List<Fault> faults = new ArrayList<>();
    Set<Errno> errnos = EnumSet.copyOf(ALWAYS);
    errnos.addAll(special(call));
    for (Errno errno : errnos) {
      faults.add(Fault.at(index, errno, How.WITHOUT_EFFECT));
      if (hasEffect(call)) {
        faults.add(Fault.at(index, errno, How.AFTER_EFFECT));
      }
    }
    for (How how : How.values()) {
      boolean after = how == How.AFTER_EFFECT || how == How.FOR_GOOD_AFTER_EFFECT;
      if (!after || hasEffect(call)) {
        faults.add(Fault.at(index, Errno.EINTR, how));
      }
    }
    faults.add(Fault.at(index, Errno.EIO, How.FOR_GOOD));
    return faults;
  }

  private static Set<Errno> special(String call) {
    Set<Errno> errnos = EnumSet.noneOf(Errno.class);
    switch (call) {
      case "openRoot", "openParent", "openDir", "openFile", "list" -> errnos.addAll(OPEN);
      case "openTmp", "createFile" -> {
        errnos.addAll(OPEN);
        errnos.addAll(SPACE);
      }
      case "mkdir", "link", "renameNoReplace", "renameReplace", "renameExchange" -> {
        errnos.addAll(SPACE);
        errnos.addAll(
            EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.ENOENT, Errno.EEXIST, Errno.EMLINK));
      }
      case "unlink", "rmdir" -> {
        errnos.addAll(SPACE);
        errnos.addAll(EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.ENOENT));
      }
      case "statName", "statPath" -> errnos.addAll(EnumSet.of(Errno.EACCES, Errno.ENOENT));
      case "write" -> {
        errnos.addAll(SPACE);
        errnos.add(Errno.EFBIG);
      }
      case "sync" -> errnos.addAll(SPACE);
      case "chmod", "aclClear" -> errnos.addAll(EnumSet.of(Errno.EACCES, Errno.EPERM, Errno.EROFS));
      case "aclQuery" -> errnos.add(Errno.EACCES);
      default -> {}
    }
    return errnos;
  }

  /** Whether a call can take effect and report failure all the same. */
  static boolean hasEffect(String call) {
    return EFFECTS.contains(call);
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
