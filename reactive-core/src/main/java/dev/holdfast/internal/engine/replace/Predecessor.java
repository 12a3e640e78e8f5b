package dev.holdfast.internal.engine.replace;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * The file that an exchange takes out of its name: which one it may be, and what becomes of it.
 *
 * @param root the root
 * @param exactly whether it has to be the very one that was compared; else any file will do, if it
 *     is kept
 * @param key under which it is kept as an older version, or null if it is removed
 * @param durable whether it has to be there after a power cut
 */
record Predecessor(ManagedRoot root, boolean exactly, @Nullable String key, boolean durable) {

  /** Whether what came out may be replaced. */
  boolean mayBe(Stat compared, Stat out) {
    if (exactly || key == null) {
      return Expected.isUnchanged(compared, out);
    }
    try {
      PresentFile.check(root, out);
      return true;
    } catch (Problem e) {
      return false;
    }
  }

  /**
   * Removes or keeps it.
   *
   * @param mutation the change, which notes it if it stays
   * @param name its name in staging
   * @param size how many bytes it has
   * @throws Problem if there is no place for it
   * @throws SysException if a call fails
   */
  void drop(Mutation mutation, Name name, long size) throws Problem, SysException {
    StagingDirectory staging = root.writeSide().staging();
    try {
      if (key == null) {
        Unlinking.unlinkIfThere(root.sys(), staging.dir(), name);
      } else {
        root.writeSide().history().keep(staging.dir(), name, key, size, durable);
      }
    } catch (Problem | SysException | RuntimeException | Error e) {
      if (mayBeThere(staging, name)) {
        mutation.leaves(staging.pathOf(name));
      }
      throw e;
    }
  }

  private boolean mayBeThere(StagingDirectory staging, Name name) {
    try {
      return Names.lookUp(root.sys(), staging.dir(), name).isPresent();
    } catch (SysException e) {
      return true;
    }
  }
}
