package dev.holdfast.internal.sys;

/**
 * An open file or directory. Whoever opened it closes it; a garbage collector's help is a net, not
 * a plan. Only the {@link Sys} that made it knows the number behind it, and a call on a closed
 * descriptor throws {@link IllegalStateException} instead of reaching a stranger's file.
 */
public abstract class Fd implements AutoCloseable {

  /** For implementations of the port. */
  protected Fd() {}

  /**
   * Gives the descriptor back; from the second time on it does nothing. A call in flight on another
   * thread ends first. Errors of close are not reported: what has to be durable was synced before,
   * and a close is never repeated.
   */
  @Override
  public abstract void close();
}
