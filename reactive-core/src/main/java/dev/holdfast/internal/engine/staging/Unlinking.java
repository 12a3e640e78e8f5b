package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * Removes names that only this engine uses: that one is gone already is as good. A call that failed
 * is not believed: what is at the name decides.
 */
public final class Unlinking {
  private Unlinking() {}

  /**
   * Removes a name.
   *
   * @param sys the port
   * @param dir the directory
   * @param name the name of something that is not a directory
   * @throws SysException if it may still be there
   */
  public static void unlinkIfThere(Sys sys, Fd dir, Name name) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.unlink(dir, name);
        return;
      } catch (SysException e) {
        if (e.errno() == Errno.ENOENT || isGone(sys, dir, name)) {
          return;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static boolean isGone(Sys sys, Fd dir, Name name) {
    try {
      sys.stat(dir, name);
      return false;
    } catch (SysException e) {
      return e.errno() == Errno.ENOENT;
    }
  }
}
