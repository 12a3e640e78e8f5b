package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * A commit section in which two names change, each in a directory to which its path is known to
 * lead until the section is closed.
 */
public final class TwoNames implements AutoCloseable {
  private final ManagedRoot root;
  private final CommitLocks.Section section;
  private final NamePath firstWay;
  private final OpenDirectory first;
  private final NamePath secondWay;
  private final OpenDirectory second;

  /** How many syncs of the directories had failed when the section was entered. */
  private final int firstFailedSyncs;

  private final int secondFailedSyncs;

  private TwoNames(
      ManagedRoot root,
      CommitLocks.Section section,
      NamePath firstWay,
      OpenDirectory first,
      NamePath secondWay,
      OpenDirectory second) {
    this.root = root;
    this.section = section;
    this.firstWay = firstWay;
    this.first = first;
    this.secondWay = secondWay;
    this.second = second;
    this.firstFailedSyncs = root.ways().failedSyncs(first);
    this.secondFailedSyncs = root.ways().failedSyncs(second);
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
        return new TwoNames(
            root, section, firstPath.parent(), firstNow, secondPath.parent(), secondNow);
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
          ErrorCode.CHANGED_CONCURRENTLY,
          "the directory " + root.view().quoted(path) + " was replaced meanwhile");
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

  /**
   * Makes what was done to names in both directories since the section was entered durable, the
   * second one first: where something arrived is known before where it left.
   *
   * @throws Problem if a sync that failed meanwhile may have dropped it
   * @throws SysException if that is not proven
   */
  public void syncNames() throws Problem, SysException {
    root.ways().syncNames(second, secondFailedSyncs);
    if (!first.stat().sameObject(second.stat())) {
      root.ways().syncNames(first, firstFailedSyncs);
    }
  }

  /**
   * Ends what was committed and verified: checks the ways to both names, lets others in, makes the
   * names durable if that is asked for, and checks that the root's path still means what it did.
   *
   * @param mutation the change, past its commit point
   * @param binding what the root's path has to mean
   * @param sys the port
   * @param durable whether it has to survive a power cut
   * @throws Problem if a path leads elsewhere by now, or a name may have been dropped
   * @throws SysException if a directory cannot be synced
   */
  public void conclude(Mutation mutation, Binding binding, Sys sys, boolean durable)
      throws Problem, SysException {
    mutation.enter(Phase.VERIFY);
    CommitSection.checkWay(root, secondWay, second);
    if (!firstWay.equals(secondWay)) {
      CommitSection.checkWay(root, firstWay, first);
    }
    leave();
    if (durable) {
      mutation.enter(Phase.PARENT_SYNC);
      syncNames();
    }
    mutation.enter(Phase.VERIFY);
    binding.check(sys);
  }

  @Override
  public void close() {
    section.close();
    first.close();
    second.close();
  }
}
