package dev.holdfast.internal.engine.root;

import dev.holdfast.RecoveryReport;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.staging.Rescue;
import dev.holdfast.internal.engine.staging.StagingDirectory;

/**
 * What a root has if its handles may change it.
 *
 * @param locks the commit locks, closed with the root
 * @param staging this engine's private directory
 * @param rescue keeps foreign objects
 * @param recovered what dead engines had left
 */
public record WriteSide(
    CommitLocks locks, StagingDirectory staging, Rescue rescue, RecoveryReport recovered)
    implements AutoCloseable {

  @Override
  public void close() {
    staging.close();
    rescue.close();
  }
}
