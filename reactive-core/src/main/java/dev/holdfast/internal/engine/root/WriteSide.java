package dev.holdfast.internal.engine.root;

import dev.holdfast.RecoveryReport;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.history.History;
import dev.holdfast.internal.engine.staging.PrivateMoves;
import dev.holdfast.internal.engine.staging.Rescue;
import dev.holdfast.internal.engine.staging.StagedFiles;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.sys.SysException;

/**
 * What a root has if its handles may change it.
 *
 * @param locks the commit locks, closed with the root
 * @param staging this engine's private directory
 * @param files makes files for names that must be free
 * @param moves moves objects to private names and back
 * @param rescue keeps foreign objects
 * @param history keeps older versions, if that is asked for
 * @param recovering finishes what dead engines left
 * @param recovered what they had left at open
 */
public record WriteSide(
    CommitLocks locks,
    StagingDirectory staging,
    StagedFiles files,
    PrivateMoves moves,
    Rescue rescue,
    History history,
    Recovering recovering,
    RecoveryReport recovered)
    implements AutoCloseable {

  /** Finishes what dead engines left in staging. */
  @FunctionalInterface
  public interface Recovering {
    /**
     * Looks at all of them.
     *
     * @return what was found
     * @throws SysException if one cannot be looked at
     */
    RecoveryReport run() throws SysException;
  }

  @Override
  public void close() {
    staging.close();
    rescue.close();
  }
}
