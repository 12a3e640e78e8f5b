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
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;
import java.util.Optional;

/**
 * Ends what a dead process had announced by a {@link Handover}: if the two files are exchanged, and
 * only then, the replaced one is moved from the other's name to staging, where it is dealt with as
 * everything that was replaced.
 */
final class Completion {
  private final Sys sys;
  private final Fd root;
  private final CommitLocks locks;

  Completion(Sys sys, Fd root, CommitLocks locks) {
    this.sys = sys;
    this.root = root;
    this.locks = locks;
  }

  /**
   * Looks, and ends it.
   *
   * @param staging the directory of the dead process
   * @param note the name of the note there
   * @param operation a new random name
   * @return whether the note has served; false if others keep the names busy
   * @throws SysException if a call fails
   */
  boolean end(Fd staging, Name note, String operation) throws SysException {
    Optional<Handover> handover = Handover.read(sys, staging, note);
    if (handover.isEmpty()) {
      return true;
    }
    try (Parent fromParent = parent(handover.get().from());
        Parent toParent = parent(handover.get().to())) {
      Fd from = fromParent.fd();
      Fd to = toParent.fd();
      Name fromLeaf = handover.get().from().leaf();
      Name toLeaf = handover.get().to().leaf();
      List<CommitKey> keys =
          List.of(CommitKey.of(sys.stat(from), fromLeaf), CommitKey.of(sys.stat(to), toLeaf));
      CommitLocks.Section section = locks.enter(keys, Topology.STABLE);
      try {
        Optional<Stat> last = Names.lookUp(sys, from, fromLeaf);
        sys.sync(to); // the exchange comes first, also after a power cut
        if (is(handover.get().last(), last)
            && is(handover.get().next(), Names.lookUp(sys, to, toLeaf))) {
          Name aside = StagedName.crossing(operation, 0, last.get(), handover.get().key());
          moveAside(from, fromLeaf, staging, aside);
        }
        sys.sync(from); // the process may have come that far: the end must not be undone alone
        return true;
      } finally {
        section.close();
      }
    } catch (Problem e) {
      return false;
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT || e.errno() == Errno.ENOTDIR) {
        return true; // one of the directories is not there any more, and what was in it neither
      }
      throw e;
    }
  }

  private static boolean is(String description, Optional<Stat> found) {
    return found.map(Intent::describe).filter(description::equals).isPresent();
  }

  private void moveAside(Fd from, Name leaf, Fd staging, Name aside) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameNoReplace(from, leaf, staging, aside);
        return;
      } catch (SysException e) {
        if (Names.lookUp(sys, staging, aside).isPresent()) {
          return;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Parent parent(NamePath path) throws SysException {
    return path.parent().isEmpty()
        ? new Parent(root, false)
        : new Parent(sys.openDir(root, path.parent()), true);
  }

  /** The directory of a name; the root stays open. */
  private record Parent(Fd fd, boolean own) implements AutoCloseable {
    @Override
    public void close() {
      if (own) {
        fd.close();
      }
    }
  }
}
