package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * Puts an object back that a dead process had exchanged for one of its own, if that one is still at
 * the name: then nothing has happened since that would be lost.
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
    NamePath parent = intent.path().parent();
    try {
      if (parent.isEmpty()) {
        return putBack(staging, object, root, intent);
      }
      try (Fd dir = sys.openDir(root, parent)) {
        return putBack(staging, object, dir, intent);
      }
    } catch (SysException | Problem e) {
      return false;
    }
  }

  private boolean putBack(Fd staging, Name object, Fd dir, Intent intent)
      throws Problem, SysException {
    Name leaf = intent.path().leaf();
    List<CommitKey> keys = List.of(CommitKey.of(sys.stat(dir), leaf));
    CommitLocks.Section section = locks.enter(keys, Topology.STABLE);
    try {
      if (!intent.ours().equals(Intent.describe(sys.stat(dir, leaf)))) {
        return false; // replaced or removed since: what is there now stays
      }
      sys.renameExchange(staging, object, dir, leaf);
      sys.sync(dir);
      return intent.ours().equals(Intent.describe(sys.stat(staging, object)));
    } finally {
      section.close();
    }
  }
}
