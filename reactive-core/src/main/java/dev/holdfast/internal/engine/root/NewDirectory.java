package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/** Makes directories that may be there already. */
final class NewDirectory {
  private NewDirectory() {}

  /**
   * Makes a directory.
   *
   * @return false if the name is taken, by whatever it is
   */
  static boolean make(Sys sys, Fd parent, Name name) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.mkdir(parent, name);
        return true;
      } catch (SysException e) {
        if (e.errno() == Errno.EEXIST) {
          return repeats > 0; // an interrupted attempt of ours has made it
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
