package dev.holdfast.internal.engine.replace;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.history.History;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Fd;
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
   * @param dir where it is
   * @param name its name there
   * @param size how many bytes it has
   * @throws Problem if there is no place for it
   * @throws SysException if a call fails
   */
  void drop(Fd dir, Name name, long size) throws Problem, SysException {
    if (key == null) {
      Unlinking.unlinkIfThere(root.sys(), dir, name);
      return;
    }
    History history = root.writeSide().history();
    history.keep(dir, name, key, size, durable);
  }
}
