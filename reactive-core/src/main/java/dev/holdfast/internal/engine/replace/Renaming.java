package dev.holdfast.internal.engine.replace;

import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/** One rename of a file of ours over a name, whatever is there. */
final class Renaming {
  private final ManagedRoot root;
  private final Mutation mutation;
  private final Fd from;
  private final Name name;
  private final Stat ours;

  /**
   * A rename.
   *
   * @param from where the file is
   * @param name its name there
   * @param ours the file
   */
  Renaming(ManagedRoot root, Mutation mutation, Fd from, Name name, Stat ours) {
    this.root = root;
    this.mutation = mutation;
    this.from = from;
    this.name = name;
    this.ours = ours;
  }

  /**
   * Renames. A call that failed is not believed: what is at the names decides.
   *
   * @param dir the directory
   * @param leaf the name
   * @param where the path of the file, for reports
   * @throws SysException if it is proven that our file did not get the name
   * @throws MutationException if nobody knows
   */
  void commit(Fd dir, Name leaf, String where) throws SysException {
    Sys sys = root.sys();
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameReplace(from, name, dir, leaf);
        return;
      } catch (SysException e) {
        if (isAt(from, name)) {
          if (e.errno() == Errno.EINTR && root.local() && repeats < InterruptRetrySys.ATTEMPTS) {
            continue;
          }
          throw e;
        }
        if (isAt(dir, leaf)) {
          return;
        }
        mutation.leaves(where);
        throw mutation.unknown(Problem.of(e));
      }
    }
  }

  private boolean isAt(Fd dir, Name name) {
    try {
      return root.sys().stat(dir, name).sameObject(ours);
    } catch (SysException e) {
      return false;
    }
  }
}
