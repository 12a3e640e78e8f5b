package dev.holdfast.internal.engine.move;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.directory.TwoNames;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.Missing;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;

/**
 * Gives a file another path, without replacing: under the commit locks of both names it is
 * compared, renamed in one call that the kernel refuses if the new name is taken, and looked at
 * where it is then. Whatever else got to the old name in the last moment goes back to it.
 */
public final class Move {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Move(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun.
   *
   * @param source the path of the file
   * @return the change
   */
  public static Mutation mutation(String source) {
    return new Mutation("move", source, Primitive.RENAMEAT2_NOREPLACE);
  }

  /**
   * Moves.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param source the path of the file
   * @param destination its new path, where nothing must be; durability, parents and fence
   * @param expectation what it has to be
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows where the file is
   */
  public MoveReceipt make(
      Mutation mutation, String source, Target destination, Expectation expectation)
      throws Problem, SysException {
    NamePath from = root.view().parse(source);
    if (from.equals(destination.names())) {
      throw new Problem(ErrorCode.INVALID_PATH, "expected two paths, found one twice");
    }
    Stat moved = carry(mutation, from, destination, expectation, names -> {});
    return new MoveReceipt(
        destination.path(),
        source,
        Identities.of(moved),
        mutation.complete(destination.options().getDurability()));
  }

  /** What else has to be done while both names are locked, right before the rename. */
  @FunctionalInterface
  interface Preparation {
    /**
     * Does it.
     *
     * @param names both names
     */
    void run(TwoNames names) throws Problem, SysException;
  }

  /** Moves, from anywhere in the root to anywhere; gives the file where it is then. */
  Stat carry(
      Mutation mutation,
      NamePath from,
      Target destination,
      Expectation expectation,
      Preparation preparation)
      throws Problem, SysException {
    if (!root.root().capabilities().renameNoReplace()) {
      throw Missing.problem(
          ErrorCode.ATOMIC_UNAVAILABLE,
          root.sys(),
          root.root().dir(),
          "renames that never replace (RENAME_NOREPLACE)",
          "does not know them");
    }
    Fencing.check(destination.options().getFence());
    NamePath to = destination.names();
    try (OpenDirectory sourceParent = parents.openPresent(from.parent(), false)) {
      try (Expected expected = Expected.at(root, sourceParent, from.leaf(), expectation)) {
        if (destination.durable()) {
          // Its content may be buffered only, and a name must not last longer than what it means.
          mutation.enter(Phase.FILE_SYNC);
          root.sys().sync(expected.file());
        }
        try (OpenDirectory target = parents.open(mutation, destination)) {
          mutation.enter(Phase.COMMIT);
          try (TwoNames names = TwoNames.enter(root, binding, from, sourceParent, to, target)) {
            Stat file = present(names.first(), from.leaf());
            expected.check(file);
            preparation.run(names);
            Fencing.commit(
                destination.options().getFence(),
                () -> rename(mutation, names, from.leaf(), to.leaf(), file));
            mutation.committed();
            mutation.enter(Phase.VERIFY);
            Stat moved = verify(mutation, names, from.leaf(), to.leaf(), file);
            root.kept().forget(from); // what is kept open is kept by its path
            names.conclude(mutation, binding, root.sys(), destination.durable());
            return moved;
          }
        }
      }
    }
  }

  private Stat present(OpenDirectory dir, Name leaf) throws Problem, SysException {
    return PresentFile.at(root, dir, leaf)
        .orElseThrow(() -> new Problem(ErrorCode.NOT_FOUND, "nothing is there"));
  }

  /** A call that failed is not believed: where the file is decides. */
  private void rename(Mutation mutation, TwoNames names, Name from, Name to, Stat file)
      throws Problem, SysException {
    Fd source = names.first().fd();
    Fd target = names.second().fd();
    for (int repeats = 0; ; repeats++) {
      try {
        root.sys().renameNoReplace(source, from, target, to);
        return;
      } catch (SysException e) {
        if (isAt(source, from, file)) {
          if (e.errno() == Errno.EINTR && root.local() && repeats < InterruptRetrySys.ATTEMPTS) {
            continue;
          }
          throw refused(e);
        }
        if (isAt(target, to, file)) {
          return;
        }
        if (e.errno() == Errno.ENOENT) {
          throw new Problem(
              ErrorCode.CHANGED_CONCURRENTLY, "somebody else removed or replaced the file", e);
        }
        if (e.errno() == Errno.EBUSY) {
          throw Problem.of(e); // a mount hides the file
        }
        throw mutation.unknown(Problem.of(e));
      }
    }
  }

  private static Problem refused(SysException e) {
    return switch (e.errno()) {
      case EEXIST ->
          new Problem(
              ErrorCode.DESTINATION_CONFLICT, "expected a free name, found something at it", e);
      case ENOENT ->
          new Problem(
              ErrorCode.CHANGED_CONCURRENTLY, "the directory was removed during the operation", e);
      case EXDEV -> new Problem(ErrorCode.CROSS_DEVICE, e.describe(), e);
      default -> Problem.of(e);
    };
  }

  private boolean isAt(Fd dir, Name name, Stat file) {
    try {
      return root.sys().stat(dir, name).sameObject(file);
    } catch (SysException e) {
      return false;
    }
  }

  private Stat verify(Mutation mutation, TwoNames names, Name from, Name to, Stat file)
      throws Problem {
    Stat moved;
    try {
      moved = root.sys().stat(names.second().fd(), to);
    } catch (SysException e) {
      throw mutation.unknown(Problem.of(e));
    }
    if (!Expected.isUnchanged(file, moved)) {
      throw putBack(mutation, names, from, to, moved);
    }
    return moved;
  }

  /** What was moved is somebody else's: it goes back, or stays where it is now. */
  private MutationException putBack(
      Mutation mutation, TwoNames names, Name from, Name to, Stat foreign) {
    try {
      root.sys().renameNoReplace(names.second().fd(), to, names.first().fd(), from);
      if (!root.sys().stat(names.first().fd(), from).sameObject(foreign)) {
        return mutation.unknown(
            new Problem(
                ErrorCode.IDENTITY_MISMATCH, "others changed both names during the operation"));
      }
      root.sys().sync(names.first().fd()); // or a power cut could undo the way back alone
      root.sys().sync(names.second().fd());
    } catch (SysException e) {
      return mutation.unknown(
          new Problem(
              ErrorCode.IDENTITY_MISMATCH,
              "another file got to the name in the last moment and may be at the new one now",
              e));
    }
    mutation.undone();
    return mutation.fail(
        new Problem(
            ErrorCode.IDENTITY_MISMATCH,
            "another file got to the name in the last moment; it was put back"));
  }
}
