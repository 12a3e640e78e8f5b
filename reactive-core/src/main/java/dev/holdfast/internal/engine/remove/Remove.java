package dev.holdfast.internal.engine.remove;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.internal.engine.directory.CommitSection;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Removes one file: under the commit lock it is moved into staging, looked at where nobody else can
 * reach it, and only then unlinked. Whatever else got to the name in the last moment is put back.
 * On a full disk, where even a move may need space, it is compared and unlinked in place.
 */
public final class Remove {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Remove(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("remove", path, Primitive.RENAMEAT2_NOREPLACE);
  }

  /**
   * Removes.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param target the file, durability and fence
   * @param expectation what it has to be, or null for whatever is there
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows whether it was removed
   */
  public RemoveReceipt make(Mutation mutation, Target target, @Nullable Expectation expectation)
      throws Problem, SysException {
    Fencing.check(target.options().getFence());
    NamePath names = target.names();
    try (OpenDirectory parent = parents.openPresent(names.parent(), false)) {
      if (expectation == null) {
        return removeFrom(mutation, target, parent, null);
      }
      try (Expected expected = Expected.at(root, parent, names.leaf(), expectation)) {
        return removeFrom(mutation, target, parent, expected);
      }
    }
  }

  private RemoveReceipt removeFrom(
      Mutation mutation, Target target, OpenDirectory parent, @Nullable Expected expected)
      throws Problem, SysException {
    NamePath names = target.names();
    try (CommitSection section = CommitSection.enter(root, binding, names, parent, false)) {
      OpenDirectory dir = section.parent();
      Stat file =
          PresentFile.at(root, dir, names.leaf())
              .orElseThrow(() -> new Problem(ErrorCode.NOT_FOUND, "nothing is there"));
      if (expected != null) {
        expected.check(file);
      }
      Fencing.commit(
          target.options().getFence(),
          () -> detach(mutation, dir, names.leaf(), file, expected != null));
      root.kept().forget(names); // or what is open of it would keep its space
      section.conclude(mutation, target.durable());
      return new RemoveReceipt(
          target.path(), Identities.of(file), mutation.complete(target.options().getDurability()));
    }
  }

  private void detach(
      Mutation mutation, OpenDirectory dir, Name leaf, Stat expected, boolean exactly)
      throws Problem, SysException {
    StagingDirectory staging = root.writeSide().staging();
    Name aside = staging.nameFor(expected);
    mutation.enter(Phase.COMMIT);
    if (!move(mutation, dir.fd(), leaf, staging.dir(), aside, expected)) {
      unlinkInPlace(mutation, dir.fd(), leaf, expected);
      return;
    }
    mutation.committed();
    mutation.leaves(staging.pathOf(aside));
    mutation.enter(Phase.VERIFY);
    Stat moved = root.sys().stat(staging.dir(), aside);
    boolean fits = exactly ? Expected.isUnchanged(expected, moved) : moved.sameObject(expected);
    if (!fits) {
      mutation.leavesNothing();
      throw putBack(mutation, staging, aside, dir.fd(), leaf);
    }
    mutation.enter(Phase.CLEANUP);
    Unlinking.unlinkIfThere(root.sys(), staging.dir(), aside);
    mutation.leavesNothing();
  }

  /**
   * Moves the file into staging; false if there is no space even for that. A call that failed is
   * not believed: what is at the names decides.
   */
  private boolean move(Mutation mutation, Fd from, Name name, Fd to, Name aside, Stat expected)
      throws Problem, SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        root.writeSide().moves().away(from, name, to, aside);
        return true;
      } catch (SysException e) {
        mutation.leaves(root.writeSide().staging().pathOf(aside)); // as long as nobody knows
        Optional<Stat> there = lookAt(mutation, from, name, e);
        if (there.isPresent() && there.get().sameObject(expected)) {
          mutation.leavesNothing();
          if (e.errno() == Errno.EINTR && root.local() && repeats < InterruptRetrySys.ATTEMPTS) {
            continue;
          }
          if (e.errno() == Errno.ENOSPC || e.errno() == Errno.EDQUOT) {
            return false;
          }
          throw e;
        }
        boolean moved = lookAt(mutation, to, aside, e).isPresent();
        mutation.leavesNothing();
        if (moved) {
          return true;
        }
        if (e.errno() == Errno.EBUSY) {
          throw e; // a mount hides the file
        }
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY, "somebody else removed or replaced the file", e);
      }
    }
  }

  private Optional<Stat> lookAt(Mutation mutation, Fd dir, Name name, SysException cause) {
    try {
      return Names.lookUp(root.sys(), dir, name);
    } catch (SysException e) {
      throw mutation.unknown(Problem.of(cause));
    }
  }

  private void unlinkInPlace(Mutation mutation, Fd dir, Name leaf, Stat expected)
      throws Problem, SysException {
    Sys sys = root.sys();
    Stat now = sys.stat(dir, leaf);
    if (!now.sameObject(expected)) {
      throw new Problem(ErrorCode.CHANGED_CONCURRENTLY, "somebody else replaced the file");
    }
    mutation.by(Primitive.UNLINKAT);
    try {
      Unlinking.unlinkIfThere(sys, dir, leaf);
    } catch (SysException e) {
      if (lookAt(mutation, dir, leaf, e).isPresent()) {
        throw e;
      }
    }
    mutation.committed();
  }

  /** What we moved is somebody else's: it goes back to its name, or is kept. */
  private MutationException putBack(
      Mutation mutation, StagingDirectory staging, Name aside, Fd dir, Name leaf) {
    try {
      if (!root.writeSide().moves().back(staging.dir(), aside, dir, leaf)) {
        mutation.leaves(staging.pathOf(aside));
      }
    } catch (SysException e) {
      mutation.leaves(
          root.writeSide().rescue().keep(staging.dir(), aside).orElse(staging.pathOf(aside)));
      return mutation.unknown(
          new Problem(
              ErrorCode.IDENTITY_MISMATCH,
              "another file got to the name in the last moment and could not be put back",
              e));
    }
    try {
      root.sys().sync(dir); // or a power cut could undo the way back alone
    } catch (SysException e) {
      return mutation.unknown(
          new Problem(
              ErrorCode.IDENTITY_MISMATCH,
              "another file got to the name in the last moment; that it was put back may not last",
              e));
    }
    mutation.undone();
    return mutation.fail(
        new Problem(
            ErrorCode.IDENTITY_MISMATCH,
            "another file got to the name in the last moment; it was put back"));
  }
}
