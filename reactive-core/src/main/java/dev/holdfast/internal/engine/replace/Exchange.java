package dev.holdfast.internal.engine.replace;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.StagingDirectory.Crossing;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * One exchange of a file of ours in staging with the file at a name, inside a commit section. From
 * the moment that the object in staging may be somebody else's, its name there says what it should
 * be, and a note beside it where it came from: a process that dies here leaves recovery everything
 * it needs.
 */
final class Exchange {
  private final Sys sys;
  private final ManagedRoot root;
  private final Mutation mutation;
  private final StagingDirectory staging;
  private final Incoming incoming;
  private final Stat compared;
  private final Predecessor predecessor;
  private final Crossing crossing;
  private final Stat ours;
  private long size;

  /**
   * An exchange.
   *
   * @param incoming what is put at the name
   * @param compared what was compared there
   * @param predecessor what may come out, and what becomes of it
   */
  Exchange(
      ManagedRoot root,
      Mutation mutation,
      Incoming incoming,
      Stat compared,
      Predecessor predecessor) {
    this.sys = root.sys();
    this.root = root;
    this.mutation = mutation;
    this.staging = root.writeSide().staging();
    this.incoming = incoming;
    this.compared = compared;
    this.predecessor = predecessor;
    this.ours = incoming.object();
    this.crossing = incoming.crossing(compared, predecessor.key());
  }

  /**
   * Puts our file at the name, if what is there is what was compared.
   *
   * @param dir the directory
   * @param leaf the name
   * @throws Problem if it was not
   * @throws SysException if a call failed and nothing was changed
   */
  void commit(Fd dir, Name leaf) throws Problem, SysException {
    try {
      incoming.announce(crossing.note());
      incoming.bring(crossing.object());
      exchange(dir, leaf);
    } catch (Problem | SysException e) {
      takeBack();
      throw e;
    }
    mutation.committed();
    mutation.leaves(staging.pathOf(crossing.object()));
    mutation.enter(Phase.VERIFY);
    Stat out;
    try {
      out = sys.stat(staging.dir(), crossing.object());
    } catch (SysException e) {
      throw mutation.unknown(Problem.of(e)); // whose object it is, recovery finds out
    }
    if (!predecessor.mayBe(compared, out)) {
      throw putBack(dir, leaf);
    }
    size = out.size();
    mutation.leavesNothing();
  }

  private void takeBack() {
    if (incoming.takeBack(crossing.object())) {
      forget(crossing.note());
    } else {
      mutation.leaves(staging.pathOf(crossing.note()));
    }
  }

  /** A call that failed is not believed: where our file is decides. */
  private void exchange(Fd dir, Name leaf) throws Problem, SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameExchange(staging.dir(), crossing.object(), dir, leaf);
        return;
      } catch (SysException e) {
        if (isAt(staging.dir(), crossing.object())) {
          if (e.errno() == Errno.EINTR && root.local() && repeats < InterruptRetrySys.ATTEMPTS) {
            continue;
          }
          if (e.errno() == Errno.ENOENT) {
            throw new Problem(ErrorCode.CHANGED_CONCURRENTLY, "somebody else removed the file", e);
          }
          throw e;
        }
        if (isAt(dir, leaf)) {
          return;
        }
        mutation.leaves(staging.pathOf(crossing.object()));
        throw mutation.unknown(Problem.of(e));
      }
    }
  }

  private boolean isAt(Fd dir, Name name) {
    try {
      return sys.stat(dir, name).sameObject(ours);
    } catch (SysException e) {
      return false;
    }
  }

  /**
   * What came out is somebody else's. It goes back if our file is still at the name; and what comes
   * out then is looked at again, since a third one may have got in between.
   */
  private MutationException putBack(Fd dir, Name leaf) {
    try {
      if (!sys.stat(dir, leaf).sameObject(ours)) {
        return keep(
            "another file got to the name in the last moment, and a third one replaced ours");
      }
      sys.renameExchange(staging.dir(), crossing.object(), dir, leaf);
      if (!sys.stat(staging.dir(), crossing.object()).sameObject(ours)) {
        return keep("while another file was put back, a third one got to the name");
      }
      sys.sync(dir); // or a power cut could undo the way back alone
    } catch (SysException e) {
      return mutation.unknown(
          new Problem(
              ErrorCode.IDENTITY_MISMATCH,
              "another file got to the name in the last moment; whether it was put back is not known",
              e));
    }
    mutation.undone();
    mutation.leavesNothing();
    takeBack();
    return mutation.fail(
        new Problem(
            ErrorCode.IDENTITY_MISMATCH,
            "another file got to the name in the last moment; it was put back"));
  }

  /** The object in staging is foreign. */
  private MutationException keep(String finding) {
    mutation.leavesNothing();
    mutation.leaves(
        root.writeSide()
            .rescue()
            .keep(staging.dir(), crossing.object())
            .orElse(staging.pathOf(crossing.object())));
    forget(crossing.note());
    return mutation.unknown(new Problem(ErrorCode.IDENTITY_MISMATCH, finding));
  }

  /**
   * Removes what came out, which is what was to be replaced, or keeps it as an older version. The
   * note stays until {@link #end}.
   *
   * @throws Problem if there is no place for it
   * @throws SysException if a call fails
   */
  void dropPredecessor() throws Problem, SysException {
    mutation.enter(Phase.CLEANUP);
    mutation.leaves(staging.pathOf(crossing.note()));
    predecessor.drop(mutation, crossing.object(), size);
  }

  /**
   * Removes the note, which has served.
   *
   * @throws SysException if a call fails
   */
  void end() throws SysException {
    mutation.enter(Phase.CLEANUP);
    Unlinking.unlinkIfThere(sys, staging.dir(), crossing.note());
    mutation.leavesNothing();
  }

  /** Removes something of ours from staging; what stays, recovery removes. */
  private void forget(Name name) {
    try {
      Unlinking.unlinkIfThere(sys, staging.dir(), name);
    } catch (SysException e) {
      mutation.leaves(staging.pathOf(name));
    }
  }
}
