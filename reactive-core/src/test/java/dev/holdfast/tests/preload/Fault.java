package dev.holdfast.tests.preload;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What is made to happen to a call.
 *
 * @param action what
 * @param error the error that it reports; of no meaning if it does not fail
 */
record Fault(Action action, ErrorNumber error) {
  /** Error numbers; the same on all processors that are supported. */
  enum ErrorNumber {
    EPERM(1),
    EINTR(4),
    EIO(5),
    ENOMEM(12),
    EACCES(13),
    EBUSY(16),
    EINVAL(22),
    EMFILE(24),
    EFBIG(27),
    ENOSPC(28),
    EROFS(30),
    EMLINK(31),
    ENOSYS(38),
    EDQUOT(122);

    final int number;

    ErrorNumber(int number) {
      this.number = number;
    }
  }

  private static final Set<ErrorNumber> FULL =
      EnumSet.of(ErrorNumber.ENOSPC, ErrorNumber.EDQUOT, ErrorNumber.EROFS);

  /** Calls that can take effect and report failure all the same, without anything to be closed. */
  private static final Set<String> EFFECTS =
      Set.of(
          "mkdirat",
          "linkat",
          "renameat2",
          "unlinkat",
          "fsync",
          "fdatasync",
          "syncfs",
          "ftruncate",
          "write",
          "pwrite",
          "fchmod",
          "fchmodat",
          "fremovexattr");

  /**
   * Every plausible fault of one call. Answers that would say what is not so are not among them:
   * that nothing is there, or that something is.
   */
  static List<Fault> of(String call) {
    List<Fault> faults = new ArrayList<>();
    // Whatever close(2) answers, the descriptor is gone.
    Action failing = call.equals("close") ? Action.FAIL_AFTER : Action.FAIL;
    for (ErrorNumber error : errors(call)) {
      faults.add(new Fault(failing, error));
    }
    if (EFFECTS.contains(call)) {
      faults.add(new Fault(Action.FAIL_AFTER, ErrorNumber.EIO));
      faults.add(new Fault(Action.FAIL_AFTER, ErrorNumber.EINTR));
    }
    if (call.equals("pread") || call.equals("pwrite") || call.equals("write")) {
      faults.add(new Fault(Action.CUT_SHORT, ErrorNumber.EIO));
    }
    return faults;
  }

  private static Set<ErrorNumber> errors(String call) {
    Set<ErrorNumber> errors = EnumSet.of(ErrorNumber.EIO, ErrorNumber.EINTR);
    switch (call) {
      case "openat" ->
          errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.EMFILE, ErrorNumber.ENOMEM));
      case "openat-create" -> {
        errors.addAll(FULL);
        errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.EMFILE));
      }
      case "openat2" -> {
        errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.EMFILE));
        // Kernels and sandboxes without the call: the port goes on without it.
        errors.addAll(EnumSet.of(ErrorNumber.ENOSYS, ErrorNumber.EPERM));
      }
      case "mkdirat", "linkat" -> {
        errors.addAll(FULL);
        errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.EPERM, ErrorNumber.EMLINK));
      }
      case "renameat2" -> {
        errors.addAll(FULL);
        errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.EINVAL));
      }
      case "unlinkat" -> {
        errors.addAll(FULL);
        errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.EBUSY));
      }
      case "statx", "fgetxattr" ->
          errors.addAll(EnumSet.of(ErrorNumber.EACCES, ErrorNumber.ENOMEM));
      case "pwrite", "write" -> {
        errors.addAll(FULL);
        errors.add(ErrorNumber.EFBIG);
      }
      case "fsync", "fdatasync", "syncfs" -> errors.addAll(FULL);
      case "ftruncate" -> errors.add(ErrorNumber.EROFS);
      case "fchmod", "fchmodat", "fremovexattr" ->
          errors.addAll(EnumSet.of(ErrorNumber.EPERM, ErrorNumber.EROFS));
      case "fstatfs", "getdents64", "pread", "fcntl" -> errors.add(ErrorNumber.ENOMEM);
      case "close" -> {}
      default -> throw new IllegalArgumentException("no errors are known for " + call);
    }
    return errors;
  }

  /** Whether the operation must succeed as if nothing had happened. */
  boolean isHarmless() {
    return action == Action.CUT_SHORT || (error == ErrorNumber.EINTR && action == Action.FAIL);
  }
}
