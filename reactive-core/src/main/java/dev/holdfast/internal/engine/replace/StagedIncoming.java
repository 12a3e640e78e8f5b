package dev.holdfast.internal.engine.replace;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.staging.Intent;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.StagingDirectory.Crossing;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * A new file in staging, which nobody misses.
 *
 * @param root the root
 * @param mutation the change
 * @param path the name that it is for
 * @param stagedName its name in staging
 * @param object the file, written
 */
record StagedIncoming(
    ManagedRoot root, Mutation mutation, NamePath path, Name stagedName, Stat object)
    implements Incoming {

  @Override
  public Crossing crossing(Stat compared, @Nullable String key) {
    return staging().crossing(object, compared, key);
  }

  @Override
  public void announce(Name note) throws SysException {
    new Intent(path, Intent.describe(object)).write(root.sys(), staging().dir(), note);
  }

  @Override
  public void bring(Name crossing) throws SysException {
    Sys sys = root.sys();
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameNoReplace(staging().dir(), stagedName, staging().dir(), crossing);
        return;
      } catch (SysException e) {
        if (isAt(crossing)) {
          return;
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private boolean isAt(Name name) {
    try {
      return root.sys().stat(staging().dir(), name).sameObject(object);
    } catch (SysException e) {
      return false;
    }
  }

  @Override
  public boolean takeBack(Name crossing) {
    try {
      Unlinking.unlinkIfThere(root.sys(), staging().dir(), crossing);
    } catch (SysException e) {
      mutation.leaves(staging().pathOf(crossing));
    }
    return true; // recovery deletes it, with or without a note
  }

  private StagingDirectory staging() {
    return root.writeSide().staging();
  }
}
