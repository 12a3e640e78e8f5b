package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * What the way from a root to a directory below it meant when the handle was opened, besides what
 * the root's own path did. The directory is held open, so that its inode number is nobody else's.
 *
 * @param root what the root's path has to mean
 * @param from the root, held open
 * @param way the way from the root
 * @param key the directory
 * @param mountId the mount it was reached through
 */
record SubtreeBinding(RootBinding root, Fd from, NamePath way, FileKey key, long mountId)
    implements Binding {

  @Override
  public Stat check(Sys sys) throws Problem {
    root.check(sys);
    Stat found;
    try {
      found = find(sys);
    } catch (SysException e) {
      if (e.errno() == Errno.EMFILE || e.errno() == Errno.ENFILE) {
        throw Problem.of(e);
      }
      throw new Problem(
          ErrorCode.ROOT_BINDING_CHANGED,
          "the path '"
              + way
              + "' does not lead from the root to the subtree's directory: "
              + e.describe(),
          e);
    }
    if (!FileKey.of(found).equals(key) || found.mountId() != mountId) {
      throw new Problem(
          ErrorCode.ROOT_BINDING_CHANGED,
          "expected the subtree's directory, inode "
              + key.ino()
              + ", at '"
              + way
              + "' below the root, found "
              + RootBinding.describe(found, key));
    }
    return found;
  }

  /** The whole way from the root, so it does not matter what else is open on it. */
  @Override
  public Binding below(Fd top, NamePath further, Stat dir) {
    return root.below(top, further, dir);
  }

  /** Follows no link: not on the way, since there is no other call for that, and not at its end. */
  private Stat find(Sys sys) throws SysException {
    NamePath parent = way.parent();
    if (parent.isEmpty()) {
      return sys.stat(from, way.leaf());
    }
    try (Fd dir = sys.openDir(from, parent)) {
      return sys.stat(dir, way.leaf());
    }
  }
}
