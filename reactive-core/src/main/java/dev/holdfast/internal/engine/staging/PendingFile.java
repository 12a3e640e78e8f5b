package dev.holdfast.internal.engine.staging;

import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.SysException;

/**
 * A new file on its way to its name: written where nobody sees it, in one piece or in many, then
 * made visible as a whole. Used by one thread at a time, not always the same one. Closing it
 * removes what was not committed.
 *
 * @param <R> the receipt
 */
public interface PendingFile<R> extends AutoCloseable {

  /**
   * Writes content behind what was written before.
   *
   * @param piece the next piece
   * @throws SysException if not all could be written; the file can only be closed then
   */
  void write(ByteSource piece) throws SysException;

  /**
   * Ends the content. Nothing may be written any more.
   *
   * @return what was written
   */
  NewFile end();

  /**
   * Ends the content, makes it durable if that is asked for, and makes the file visible.
   *
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows whether it is visible
   */
  R commit() throws Problem, SysException;

  @Override
  void close();
}
