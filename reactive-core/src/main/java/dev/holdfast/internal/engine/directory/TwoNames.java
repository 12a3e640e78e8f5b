package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * A commit section in which two names change, each in a directory to which its path is known to
 * lead until the section is closed.
 */
public final class TwoNames implements AutoCloseable {
  private final CommitLocks.Section section;
  private final OpenDirectory first;
  private final OpenDirectory second;

  private TwoNames(CommitLocks.Section section, OpenDirectory first, OpenDirectory second) {
    this.section = section;
    this.first = first;
    this.second = second;
  }

  /**
   * Enters a section.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param firstPath the way to the first name
   * @param first the directory that it led to before; stays the caller's
   * @param secondPath the way to the second name
   * @param second the directory that it led to before; stays the caller's
   * @return the section, to be closed
   * @throws Problem {@link ErrorCode#BUSY} if others hold a lock, {@link
   *     ErrorCode#CHANGED_CONCURRENTLY} if a directory was moved, removed or replaced meanwhile
   * @throws SysException if a call fails
   */
  public static TwoNames enter(
      ManagedRoot root,
      Binding binding,
      NamePath firstPath,
      OpenDirectory first,
      NamePath secondPath,
      OpenDirectory second)
      throws Problem, SysException {
    List<CommitKey> keys =
        List.of(
            CommitKey.of(first.stat(), firstPath.leaf()),
            CommitKey.of(second.stat(), secondPath.leaf()));
    CommitLocks.Section section = root.writeSide().locks().enter(keys, Topology.STABLE);
    try {
      OpenDirectory firstNow = same(root, binding, firstPath.parent(), first);
      try {
        OpenDirectory secondNow = same(root, binding, secondPath.parent(), second);
        return new TwoNames(section, firstNow, secondNow);
      } catch (Problem | SysException | RuntimeException | Error e) {
        firstNow.close();
        throw e;
      }
    } catch (Problem | SysException | RuntimeException | Error e) {
      section.close();
      throw e;
    }
  }

  private static OpenDirectory same(
      ManagedRoot root, Binding binding, NamePath path, OpenDirectory before)
      throws Problem, SysException {
    OpenDirectory now = CommitSection.resolve(root, binding, path);
    if (!now.stat().sameObject(before.stat())) {
      now.close();
      throw new Problem(
          ErrorCode.CHANGED_CONCURRENTLY, "the directory '" + path + "' was replaced meanwhile");
    }
    return now;
  }

  /**
   * The directory of the first name.
   *
   * @return the directory, closed with the section
   */
  public OpenDirectory first() {
    return first;
  }

  /**
   * The directory of the second name.
   *
   * @return the directory, closed with the section
   */
  public OpenDirectory second() {
    return second;
  }

  /** Lets others in; the directories stay open. */
  public void leave() {
    section.close();
  }

  @Override
  public void close() {
    section.close();
    first.close();
    second.close();
  }
}
