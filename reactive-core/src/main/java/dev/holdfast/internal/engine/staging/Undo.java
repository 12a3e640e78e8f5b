package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * Takes back what a dead process had begun: puts an object back that it had exchanged for one of
 * its own, if that one is still at the name, since then nothing has happened that would be lost;
 * and brings a file home that it had taken from its name.
 */
final class Undo {
  private final Sys sys;
  private final Fd root;
  private final CommitLocks locks;

  Undo(Sys sys, Fd root, CommitLocks locks) {
    this.sys = sys;
    this.root = root;
    this.locks = locks;
  }

  /** Something that is done at one name, while nobody else does. */
  @FunctionalInterface
  private interface Work {
    boolean run(Fd dir, Name leaf) throws SysException;
  }

  private boolean locked(NamePath path, Work work) throws Problem, SysException {
    NamePath parent = path.parent();
    if (parent.isEmpty()) {
      return locked(root, path.leaf(), work);
    }
    try (Fd dir = sys.openDir(root, parent)) {
      return locked(dir, path.leaf(), work);
    }
  }

  private boolean locked(Fd dir, Name leaf, Work work) throws Problem, SysException {
    List<CommitKey> keys = List.of(CommitKey.of(sys.stat(dir), leaf));
    CommitLocks.Section section = locks.enter(keys, Topology.STABLE);
    try {
      return work.run(dir, leaf);
    } finally {
      section.close();
    }
  }

  /**
   * Exchanges back.
   *
   * @param staging the directory of the dead process
   * @param object the name of the object there
   * @param intent what the process had done
   * @return whether the object is back at its name, and under {@code object} is what the process
   *     had put there; false if it could not be or must not be
   */
  boolean putBack(Fd staging, Name object, Intent intent) {
    try {
      return locked(
          intent.path(),
          (dir, leaf) -> {
            if (!intent.ours().equals(Intent.describe(sys.stat(dir, leaf)))) {
              return false; // replaced or removed since: what is there now stays
            }
            sys.renameExchange(staging, object, dir, leaf);
            sys.sync(dir);
            return intent.ours().equals(Intent.describe(sys.stat(staging, object)));
          });
    } catch (SysException | Problem e) {
      return false;
    }
  }

  /**
   * Gives a file its own name back.
   *
   * @param staging the directory of the dead process
   * @param object the name of the file there
   * @param home its own name
   * @return false if something else is there by now, or the directory is gone
   * @throws Problem if others keep the name busy
   * @throws SysException if a call fails
   */
  boolean bringHome(Fd staging, Name object, NamePath home) throws Problem, SysException {
    try {
      return locked(
          home,
          (dir, leaf) -> {
            boolean moved = move(staging, object, dir, leaf);
            sys.sync(dir);
            return moved;
          });
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR) {
        return false;
      }
      throw e;
    }
  }

  private boolean move(Fd staging, Name object, Fd dir, Name leaf) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameNoReplace(staging, object, dir, leaf);
        return true;
      } catch (SysException e) {
        if (Names.lookUp(sys, staging, object).isEmpty()) {
          return true;
        }
        if (e.errno() == Errno.EEXIST) {
          return false;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Makes what was done to a name durable.
   *
   * @param path the name
   * @throws SysException if that is not proven
   */
  void settle(NamePath path) throws SysException {
    if (path.parent().isEmpty()) {
      sys.sync(root);
      return;
    }
    try (Fd dir = sys.openDir(root, path.parent())) {
      sys.sync(dir);
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT && e.errno() != Errno.ENOTDIR) {
        throw e;
      }
    }
  }
}
