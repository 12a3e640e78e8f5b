package dev.holdfast.internal.engine.replace;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Handover;
import dev.holdfast.internal.engine.staging.Intent;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.StagingDirectory.Crossing;
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
 * A file that has a name of its own, and goes back to it if it does not get the other one.
 *
 * @param root the root
 * @param mutation the change
 * @param dir the directory of its own name
 * @param from its own name
 * @param to the name that it is for
 * @param object the file
 */
record BorrowedIncoming(
    ManagedRoot root, Mutation mutation, Fd dir, NamePath from, NamePath to, Stat object)
    implements Incoming {

  @Override
  public Crossing crossing(Stat compared, @Nullable String key) {
    return staging().borrowing(object, compared, key);
  }

  @Override
  public void announce(Name note) throws SysException {
    new Handover(from, to, Intent.describe(object)).write(root.sys(), staging().dir(), note);
  }

  /**
   * A call that failed is not believed: where the file is decides. If that cannot be told, it is
   * taken for a failure, and whatever was moved is taken back.
   */
  @Override
  public void bring(Name crossing) throws Problem, SysException {
    Sys sys = root.sys();
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameNoReplace(dir, from.leaf(), staging().dir(), crossing);
        break;
      } catch (SysException e) {
        if (isThere(crossing)) {
          break;
        }
        if (e.errno() == Errno.ENOENT) {
          throw new Problem(ErrorCode.CHANGED_CONCURRENTLY, "somebody else removed the source", e);
        }
        if (e.errno() != Errno.EINTR || !root.local() || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
    if (!Expected.isUnchanged(object, sys.stat(staging().dir(), crossing))) {
      throw new Problem(
          ErrorCode.IDENTITY_MISMATCH, "the source: another file got to the name meanwhile");
    }
  }

  private boolean isThere(Name crossing) {
    try {
      return Names.lookUp(root.sys(), staging().dir(), crossing).isPresent();
    } catch (SysException e) {
      return false;
    }
  }

  /** Whatever was taken from the name goes back to it; if that is taken, it is kept. */
  @Override
  public boolean takeBack(Name crossing) {
    for (int repeats = 0; ; repeats++) {
      try {
        root.sys().renameNoReplace(staging().dir(), crossing, dir, from.leaf());
        return isSettled();
      } catch (SysException e) {
        if (isGone(crossing)) {
          return isSettled();
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          return isRescued(crossing);
        }
      }
    }
  }

  /** Or a power cut could undo the way back alone. */
  private boolean isSettled() {
    try {
      root.sys().sync(dir);
      return true;
    } catch (SysException e) {
      return false;
    }
  }

  private boolean isRescued(Name crossing) {
    Optional<String> kept = root.writeSide().rescue().keep(staging().dir(), crossing);
    mutation.leaves(kept.orElse(staging().pathOf(crossing)));
    return kept.isPresent();
  }

  private boolean isGone(Name crossing) {
    try {
      return Names.lookUp(root.sys(), staging().dir(), crossing).isEmpty();
    } catch (SysException e) {
      return false;
    }
  }

  private StagingDirectory staging() {
    return root.writeSide().staging();
  }
}
