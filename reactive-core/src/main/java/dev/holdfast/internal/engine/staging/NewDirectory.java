package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * Makes directories that may be there already. One that was made is never removed again, whatever
 * fails afterwards: from the instant that it has its name others may rely on it.
 */
public final class NewDirectory {
  private NewDirectory() {}

  /**
   * Makes a directory. A call that failed is not believed: what is at the name decides.
   *
   * @param sys the port
   * @param parent the directory that it is made in
   * @param name its name
   * @return true if it is ours and fresh; false if something is at the name, whoever made it
   * @throws SysException if it cannot be made
   */
  public static boolean make(Sys sys, Fd parent, Name name) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.mkdir(parent, name);
        return true;
      } catch (SysException e) {
        if (e.errno() == Errno.EEXIST || isThere(sys, parent, name)) {
          return false;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static boolean isThere(Sys sys, Fd parent, Name name) {
    try {
      sys.stat(parent, name);
      return true;
    } catch (SysException e) {
      return false; // the first failure stands
    }
  }
}
