package dev.holdfast.internal.engine.staging;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.EnumSet;

/** What file systems lack, and how they say so. */
public final class Missing {
  /** How kernels, file systems and sandboxes say that they do not have a call or a flag. */
  private static final EnumSet<Errno> ANSWERS =
      EnumSet.of(
          Errno.EINVAL,
          Errno.ENOSYS,
          Errno.EOPNOTSUPP,
          Errno.EPERM,
          Errno.EISDIR,
          Errno.ENOLCK,
          Errno.OTHER);

  private Missing() {}

  /**
   * Whether a failure means that there is no such call.
   *
   * @param e the failure
   * @return true if trying again is of no use
   */
  public static boolean says(SysException e) {
    return ANSWERS.contains(e.errno());
  }

  /**
   * A file system that does not have what is needed.
   *
   * @param code what that means for the operation
   * @param sys the port
   * @param dir a directory on it
   * @param primitive what is needed, and the kernel's name for it
   * @param answer what it said or did when it was tried
   * @return the problem, which names the file system and its mount
   */
  public static Problem problem(ErrorCode code, Sys sys, Fd dir, String primitive, String answer) {
    return new Problem(
        code, "expected a file system with " + primitive + "; " + where(sys, dir) + " " + answer);
  }

  private static String where(Sys sys, Fd dir) {
    String type;
    try {
      type = sys.statfs(dir).type();
    } catch (SysException e) {
      type = "the one that is there";
    }
    return sys.mountPoint(dir).map(at -> " at " + at).map(type::concat).orElse(type);
  }
}
