package dev.holdfast.benchmarks;

import java.io.IOException;

/** One of those that are compared. Used by one thread. */
interface Contestant extends AutoCloseable {

  /**
   * What it is called in the report.
   *
   * @return the name
   */
  String name();

  /**
   * Does the operations of one round and times them.
   *
   * @param operations how many
   * @return the times
   * @throws IOException if an operation fails
   * @throws InterruptedException if waiting is interrupted
   */
  Round run(int operations) throws IOException, InterruptedException;

  /**
   * Lets the disk finish what a round left to be done, outside of the measured time.
   *
   * @throws IOException if that fails
   */
  default void settle() throws IOException {}

  @Override
  default void close() throws IOException {}
}
