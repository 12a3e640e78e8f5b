package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The part of an operation in which a name changes: under the commit lock, in a directory to which
 * the path is known to lead right now and, since directories are not moved meanwhile, until the
 * section is closed. Without that look an acknowledged file could land in a tree that was just
 * detached.
 */
public final class CommitSection implements AutoCloseable {
  private static final int ATTEMPTS = 4;

  private final ManagedRoot root;
  private final Binding binding;
  private final CommitLocks.Section section;
  private final NamePath way;
  private final OpenDirectory parent;

  /** How many syncs of the directory had failed when the section was entered. */
  private final int failedSyncs;

  private CommitSection(
      ManagedRoot root,
      Binding binding,
      CommitLocks.Section section,
      NamePath way,
      OpenDirectory parent) {
    this.root = root;
    this.binding = binding;
    this.section = section;
    this.way = way;
    this.parent = parent;
    this.failedSyncs = root.ways().failedSyncs(parent);
  }

  /**
   * Enters a section.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param file the way to the name that changes
   * @param parent the directory that the way led to before; stays the caller's
   * @param durable whether the way to the directory has to be durable
   * @return the section, to be closed
   * @throws Problem {@link ErrorCode#BUSY} if others hold the lock, {@link
   *     ErrorCode#CHANGED_CONCURRENTLY} if the directory is gone or keeps being replaced
   * @throws SysException if a call fails
   */
  public static CommitSection enter(
      ManagedRoot root, Binding binding, NamePath file, OpenDirectory parent, boolean durable)
      throws Problem, SysException {
    return enter(root, binding, file, parent.stat(), durable, CommitLocks.PATIENCE_NANOS);
  }

  /**
   * Enters a section in a directory of which only is known what it was when it was last used.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param file the way to the name that changes
   * @param known the directory that the way led to before
   * @param durable whether the way to the directory has to be durable
   * @return the section, to be closed
   * @throws Problem as {@link #enter(ManagedRoot, Binding, NamePath, OpenDirectory, boolean)} does
   * @throws SysException if a call fails
   */
  public static CommitSection enter(
      ManagedRoot root, Binding binding, NamePath file, Stat known, boolean durable)
      throws Problem, SysException {
    return enter(root, binding, file, known, durable, CommitLocks.PATIENCE_NANOS);
  }

  /**
   * Enters a section unless others hold the lock.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param file the way to the name that changes
   * @param parent the directory that the way led to before; stays the caller's
   * @param durable whether the way to the directory has to be durable
   * @return the section, to be closed; empty if others hold the lock
   * @throws Problem as {@link #enter(ManagedRoot, Binding, NamePath, OpenDirectory, boolean)} does
   * @throws SysException if a call fails
   */
  public static Optional<CommitSection> tryEnter(
      ManagedRoot root, Binding binding, NamePath file, OpenDirectory parent, boolean durable)
      throws Problem, SysException {
    try {
      return Optional.of(enter(root, binding, file, parent.stat(), durable, 0));
    } catch (Problem e) {
      if (e.code() == ErrorCode.BUSY) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static CommitSection enter(
      ManagedRoot root,
      Binding binding,
      NamePath file,
      Stat known,
      boolean durable,
      long patienceNanos)
      throws Problem, SysException {
    Stat expected = known;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      List<CommitKey> keys = List.of(CommitKey.of(expected, file.leaf()));
      CommitLocks.Section section =
          root.writeSide().locks().enter(keys, Topology.STABLE, patienceNanos);
      @Nullable OpenDirectory now = null;
      try {
        now = resolve(root, binding, file.parent());
        if (now.stat().sameObject(expected)) {
          return new CommitSection(root, binding, section, file.parent(), now);
        }
        expected = now.stat(); // another directory by now: its names have other keys
        section.close();
        root.ways().prove(file.parent(), now, durable);
        now.close();
      } catch (Problem | SysException | RuntimeException | Error e) {
        section.close();
        if (now != null) {
          now.close();
        }
        throw e;
      }
    }
    throw new Problem(
        ErrorCode.CHANGED_CONCURRENTLY,
        "the directory was replaced by another one " + ATTEMPTS + " times");
  }

  static OpenDirectory resolve(ManagedRoot root, Binding binding, NamePath path)
      throws Problem, SysException {
    Stat start = binding.check(root.sys());
    try {
      return root.directories().open(path, start);
    } catch (Problem e) {
      throw movedIfMissing(e);
    }
  }

  private static Problem movedIfMissing(Problem problem) {
    return switch (problem.code()) {
      case NOT_FOUND, NOT_DIRECTORY ->
          new Problem(
              ErrorCode.CHANGED_CONCURRENTLY,
              "the directory was moved or removed during the operation",
              problem.failedCall());
      default -> problem;
    };
  }

  /**
   * The directory that holds the name.
   *
   * @return the directory, closed with the section
   */
  public OpenDirectory parent() {
    return parent;
  }

  /**
   * Which directory that is.
   *
   * @return its key
   */
  public FileKey directory() {
    return FileKey.of(parent.stat());
  }

  /**
   * Checks that what was committed is where its path leads: whoever keeps to the locks moves no
   * directory before the section is left, but others may have done it right before the commit.
   *
   * @throws Problem {@link ErrorCode#CHANGED_CONCURRENTLY} and others if the path leads elsewhere
   * @throws SysException if a call fails
   */
  public void checkWay() throws Problem, SysException {
    checkWay(root, way, parent);
  }

  static void checkWay(ManagedRoot root, NamePath way, OpenDirectory dir)
      throws Problem, SysException {
    try {
      root.directories().checkWay(way, dir);
    } catch (Problem e) {
      throw movedIfMissing(e);
    }
  }

  /** Lets others in; the directory stays open. */
  public void leave() {
    section.close();
  }

  /**
   * Makes what was done to names in the directory since the section was entered durable.
   *
   * @throws Problem if a sync of the directory that failed meanwhile may have dropped it
   * @throws SysException if that is not proven
   */
  public void syncNames() throws Problem, SysException {
    root.ways().syncNames(parent, failedSyncs);
  }

  /**
   * Ends what was committed and verified: checks the way to it, lets others in, makes the name
   * durable if that is asked for, and checks that the root's path still means what it did.
   *
   * @param mutation the change, past its commit point
   * @param durable whether it has to survive a power cut
   * @throws Problem if a path leads elsewhere by now, or the name may have been dropped
   * @throws SysException if the directory cannot be synced
   */
  public void conclude(Mutation mutation, boolean durable) throws Problem, SysException {
    mutation.enter(Phase.VERIFY);
    checkWay();
    leave();
    if (durable) {
      mutation.enter(Phase.PARENT_SYNC);
      syncNames();
    }
    mutation.enter(Phase.VERIFY);
    binding.check(root.sys());
  }

  @Override
  public void close() {
    section.close();
    parent.close();
  }
}
