package dev.holdfast.internal.engine.staging;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/** The file in an engine's directory whose lock says that the engine lives. */
final class OwnerFile {
  static final Name NAME = Name.of("owner");

  private OwnerFile() {}

  /**
   * Makes it, locked.
   *
   * @param sys the port
   * @param ownerOnly the rule
   * @param dir the new directory
   * @return the file, to be closed
   * @throws Problem if it cannot be made owner-only, or not be locked on this file system
   * @throws SysException if it cannot be made, or a recovery elsewhere has taken the directory for
   *     a dead engine's and removed it
   */
  static Fd make(Sys sys, OwnerOnly ownerOnly, Fd dir) throws Problem, SysException {
    Fd unnamed = unnamed(sys, ownerOnly, dir);
    return unnamed == null ? named(sys, ownerOnly, dir) : unnamed;
  }

  /** One that is locked before anybody can see it; null where there are no such files. */
  private static @Nullable Fd unnamed(Sys sys, OwnerOnly ownerOnly, Fd dir)
      throws Problem, SysException {
    @Nullable Fd owner = null;
    try {
      owner = sys.openTmp(dir);
      ownerOnly.secureFresh(owner, FileType.REGULAR);
      lock(sys, owner);
      link(sys, owner, dir);
      return owner;
    } catch (Problem | SysException e) {
      if (owner != null) {
        owner.close();
      }
      if (e instanceof SysException call && Missing.says(call)) {
        return null;
      }
      throw e;
    }
  }

  private static void link(Sys sys, Fd owner, Fd dir) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.link(owner, dir, NAME);
        return;
      } catch (SysException e) {
        if (sys.stat(owner).nlink() > 0) {
          return; // it took effect all the same
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** One that is seen for a moment before it is locked. */
  private static Fd named(Sys sys, OwnerOnly ownerOnly, Fd dir) throws Problem, SysException {
    Fd owner = StagedFile.named(sys, dir, NAME).fd();
    try {
      Stat self = ownerOnly.secureFresh(owner, FileType.REGULAR);
      if (!lock(sys, owner) || !sys.stat(dir, NAME).sameObject(self)) {
        throw new SysException(Errno.ENOENT, 0, "a recovery elsewhere was faster");
      }
      return owner;
    } catch (Problem | SysException e) {
      owner.close();
      Unlinking.unlinkIfThere(sys, dir, NAME);
      throw e;
    }
  }

  private static boolean lock(Sys sys, Fd owner) throws Problem, SysException {
    try {
      return sys.ofdTryLock(owner, LockMode.EXCLUSIVE, 0);
    } catch (SysException e) {
      if (Missing.says(e)) {
        throw Missing.problem(
            ErrorCode.UNSUPPORTED_FILESYSTEM,
            sys,
            owner,
            "locks of open files (F_OFD_SETLK)",
            "answered " + e.describe());
      }
      throw e;
    }
  }
}
