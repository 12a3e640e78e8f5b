package dev.holdfast.internal.engine.root;

import dev.holdfast.AppliedSecurity;
import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the root and the store's own directories owner-only that are there already. Each is opened
 * without following a link or entering a mount, has to be ours, and is synced afterwards.
 */
final class OwnDirectories {
  /** A sticky bit together with write access for others. */
  private static final int SHARED = 01002;

  private final Sys sys;
  private final OwnerOnly ownerOnly;
  private final List<AppliedSecurity> applied = new ArrayList<>();

  OwnDirectories(Sys sys) {
    this.sys = sys;
    this.ownerOnly = new OwnerOnly(sys);
  }

  /**
   * Makes the root and what is there of the others owner-only.
   *
   * @return what was done
   */
  List<AppliedSecurity> apply(Fd root) throws Problem, SysException {
    refuseShared(sys.stat(root));
    apply(root, NamePath.EMPTY);
    NamePath meta = NamePath.of(Layout.META);
    if (applyIfThere(root, meta)) {
      for (Name name : Layout.DIRECTORIES) {
        applyIfThere(root, meta.resolve(name));
      }
    }
    return applied;
  }

  private void refuseShared(Stat root) throws Problem {
    if ((root.mode() & SHARED) == SHARED) {
      throw new Problem(
          ErrorCode.MODE_MISMATCH,
          String.format(
              "the root: expected a private directory, found mode %04o, shared with others on"
                  + " purpose (choose a directory in it)",
              root.mode()));
    }
  }

  private boolean applyIfThere(Fd root, NamePath path) throws Problem {
    try (Fd dir = sys.openDir(root, path)) {
      apply(dir, path);
      return true;
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return false;
      }
      throw Problem.of(e).with(subject(path));
    }
  }

  private void apply(Fd dir, NamePath path) throws Problem {
    try {
      OwnerOnly.Secured secured = ownerOnly.apply(dir, FileType.DIRECTORY);
      applied.add(new AppliedSecurity(path.toString(), secured.evidence()));
      sys.sync(dir);
    } catch (Problem e) {
      throw e.with(subject(path));
    } catch (SysException e) {
      throw Problem.of(e).with(subject(path));
    }
  }

  private static String subject(NamePath path) {
    return path.isEmpty() ? "the root" : "'" + path + "'";
  }
}
