package dev.holdfast.internal.engine.batch;

import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.SysException;

/**
 * A change that is to be made in a batch.
 *
 * @param mutation the change, not begun
 * @param staging writes its file where nobody sees it
 * @param told hears how it ended
 * @param <R> the receipt
 */
public record BatchedWrite<R>(Mutation mutation, Staging<R> staging, Told<R> told) {

  /**
   * Writes a file where nobody sees it.
   *
   * @param <R> the receipt
   */
  @FunctionalInterface
  public interface Staging<R> {
    /**
     * Writes it.
     *
     * @param mutation the change
     * @return the file, not synced yet
     * @throws Problem if it cannot be made
     * @throws SysException if a call failed
     */
    FileChange<R> stage(Mutation mutation) throws Problem, SysException;
  }

  /**
   * Hears how one change ended: exactly one of the two, once, on the thread that works on the
   * batch, when nothing of the change is open any more. Must not throw.
   *
   * @param <R> the receipt
   */
  public interface Told<R> {
    /**
     * It was made.
     *
     * @param receipt the receipt
     */
    void done(R receipt);

    /**
     * It failed.
     *
     * @param failure saying what happened to the data
     */
    void failed(MutationException failure);
  }
}
