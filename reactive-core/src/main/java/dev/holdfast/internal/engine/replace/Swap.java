package dev.holdfast.internal.engine.replace;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.TwoNames;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Handover;
import dev.holdfast.internal.engine.staging.Intent;
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
import org.jspecify.annotations.Nullable;

/** One exchange of the files at two names, inside their commit section. */
final class Swap {
  private final Sys sys;
  private final ManagedRoot root;
  private final Mutation mutation;
  private final StagingDirectory staging;
  private final NamePath fromPath;
  private final NamePath toPath;
  private final Fd from;
  private final Fd to;
  private final Stat next;
  private final Stat last;
  private @Nullable Name note;

  /**
   * An exchange.
   *
   * @param next the file at the first name
   * @param last the file at the second name
   */
  Swap(
      ManagedRoot root,
      Mutation mutation,
      TwoNames names,
      NamePath fromPath,
      NamePath toPath,
      Stat next,
      Stat last) {
    this.sys = root.sys();
    this.root = root;
    this.mutation = mutation;
    this.staging = root.writeSide().staging();
    this.fromPath = fromPath;
    this.toPath = toPath;
    this.from = names.first().fd();
    this.to = names.second().fd();
    this.next = next;
    this.last = last;
  }

  /** Tells a later recovery what is about to happen. */
  void announce(@Nullable String key, boolean durable) throws SysException {
    note = staging.handoverName();
    String incoming = Intent.describe(next);
    String outgoing = Intent.describe(last);
    try {
      new Handover(fromPath, toPath, incoming, outgoing, key)
          .write(sys, staging.dir(), note, durable);
    } catch (SysException | RuntimeException | Error e) {
      forgetNote();
      throw e;
    }
  }

  /** Tells it that nothing has; unless nobody knows, then it finds out. */
  void withdraw(Throwable why) {
    if (!(why instanceof MutationException)) {
      forgetNote();
    }
  }

  /** Removes the note; what stays, recovery looks at. */
  void forgetNote() {
    if (note == null) {
      return;
    }
    try {
      Unlinking.unlinkIfThere(sys, staging.dir(), note);
    } catch (SysException e) {
      mutation.leaves(staging.pathOf(note));
    }
    note = null;
  }

  /** The call that makes the change. */
  @FunctionalInterface
  private interface Call {
    void run() throws SysException;
  }

  /**
   * Exchanges the two.
   *
   * @throws Problem if one of the two is not there any more
   * @throws SysException if nothing was changed
   * @throws MutationException if nobody knows
   */
  void exchange() throws Problem, SysException {
    commit(() -> sys.renameExchange(from, fromPath.leaf(), to, toPath.leaf()));
  }

  /**
   * Renames over the second name, where two names cannot be exchanged; fails as {@link #exchange}.
   */
  void renameOver() throws Problem, SysException {
    commit(() -> sys.renameReplace(from, fromPath.leaf(), to, toPath.leaf()));
  }

  /** A call that failed is not believed: where the new file is decides. */
  private void commit(Call call) throws Problem, SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        call.run();
        return;
      } catch (SysException e) {
        if (isInPlace(e)) {
          return;
        }
        if (e.errno() != Errno.EINTR || !root.local() || repeats == InterruptRetrySys.ATTEMPTS) {
          throw refused(e);
        }
      }
    }
  }

  /** Whether the call that failed took effect all the same; fails if nobody knows. */
  private boolean isInPlace(SysException e) {
    if (isAt(from, fromPath.leaf(), next)) {
      return false;
    }
    if (isAt(to, toPath.leaf(), next)) {
      return true;
    }
    if (e.errno() == Errno.ENOENT) {
      return false;
    }
    throw mutation.unknown(Problem.of(e));
  }

  /**
   * Looks at what came where, after the commit.
   *
   * @param exchanged whether the two were exchanged
   * @return the new file at the second name
   * @throws MutationException if another file is at one of the names
   */
  Stat look(boolean exchanged) {
    mutation.enter(Phase.VERIFY);
    Stat arrived;
    Stat left;
    try {
      arrived = sys.stat(to, toPath.leaf());
      left = exchanged ? sys.stat(from, fromPath.leaf()) : last;
    } catch (SysException e) {
      throw foreign("one of the two files was taken away in the last moment", e);
    }
    if (!Expected.isUnchanged(next, arrived)) {
      throw foreign("another file is at the destination", null);
    }
    if (!Expected.isUnchanged(last, left)) {
      throw putBack(left);
    }
    return arrived;
  }

  private static Problem refused(SysException e) {
    return e.errno() == Errno.ENOENT
        ? new Problem(ErrorCode.CHANGED_CONCURRENTLY, "somebody else removed one of the files", e)
        : Problem.of(e);
  }

  /** Nothing is moved on a guess; both names are told. */
  private MutationException foreign(String finding, @Nullable SysException cause) {
    forgetNote();
    mutation.leaves(fromPath.toString());
    mutation.leaves(toPath.toString());
    return mutation.unknown(new Problem(ErrorCode.IDENTITY_MISMATCH, finding, cause));
  }

  /** Another file was at the destination: it goes back there, and ours to its name. */
  private MutationException putBack(Stat foreign) {
    try {
      sys.renameExchange(from, fromPath.leaf(), to, toPath.leaf());
      if (!sys.stat(from, fromPath.leaf()).sameObject(next)
          || !sys.stat(to, toPath.leaf()).sameObject(foreign)) {
        return foreign("others changed both names during the operation", null);
      }
      sys.sync(to); // or a power cut could undo the way back alone
      sys.sync(from);
    } catch (SysException e) {
      return foreign("another file got to the destination and may be at the source now", e);
    }
    mutation.undone();
    forgetNote();
    return mutation.fail(
        new Problem(
            ErrorCode.IDENTITY_MISMATCH,
            "another file got to the destination in the last moment; it was put back"));
  }

  /**
   * Takes the replaced file from the first name, which is free then.
   *
   * @param predecessor what becomes of it
   */
  void takePredecessor(Predecessor predecessor) throws Problem, SysException {
    mutation.enter(Phase.CLEANUP);
    mutation.leaves(fromPath.toString());
    Name aside = staging.nameFor(last, predecessor.key());
    try {
      moveAside(aside);
      mutation.leavesNothing();
      mutation.leaves(staging.pathOf(aside));
      Stat moved = sys.stat(staging.dir(), aside);
      if (!Expected.isUnchanged(last, moved)) {
        throw giveBack(aside);
      }
      mutation.leavesNothing();
      predecessor.drop(mutation, aside, moved.size());
    } catch (Problem | SysException | RuntimeException | Error e) {
      forgetNote(); // what is left is told to the caller, who decides
      throw e;
    }
  }

  /**
   * Removes the note. Only after the names are synced: if a power cut undid the end alone, recovery
   * would need it.
   */
  void end() throws SysException {
    if (note != null) {
      mutation.enter(Phase.CLEANUP);
      mutation.leaves(staging.pathOf(note));
      Unlinking.unlinkIfThere(sys, staging.dir(), note);
      mutation.leavesNothing();
      note = null;
    }
  }

  private void moveAside(Name aside) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameNoReplace(from, fromPath.leaf(), staging.dir(), aside);
        return;
      } catch (SysException e) {
        if (isAt(staging.dir(), aside, last)) {
          return;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          if (!isAt(from, fromPath.leaf(), last)) {
            mutation.leaves(staging.pathOf(aside)); // or there; nobody can tell
          }
          throw e;
        }
      }
    }
  }

  /** What was taken is somebody else's, who put it there in the last moment. */
  private Problem giveBack(Name aside) {
    mutation.leavesNothing();
    try {
      sys.renameNoReplace(staging.dir(), aside, from, fromPath.leaf());
      mutation.leaves(fromPath.toString());
    } catch (SysException e) {
      mutation.leaves(
          root.writeSide().rescue().keep(staging.dir(), aside).orElse(staging.pathOf(aside)));
    }
    mutation.enter(Phase.VERIFY);
    return new Problem(
        ErrorCode.IDENTITY_MISMATCH, "another file got to the source in the last moment");
  }

  private boolean isAt(Fd dir, Name name, Stat object) {
    try {
      return sys.stat(dir, name).sameObject(object);
    } catch (SysException e) {
      return false;
    }
  }
}
