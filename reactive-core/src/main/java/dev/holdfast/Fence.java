package dev.holdfast;

/**
 * Says whether a change may still be made: that a lease lock is still held, that a job was not
 * cancelled. Given to a change with {@link WriteOptions#setFence} or {@link
 * AppendOptions#setFence}, it is asked twice: {@link #check} before anything is prepared, so that a
 * change that is too late costs nothing; and {@link #hold} at the last moment, right before the one
 * call that makes the change visible.
 *
 * <p><b>It refuses by throwing.</b> The change then fails, not committed, and nothing of it is
 * left: with the code of a {@link StoreException} that was thrown, otherwise with {@link
 * ErrorCode#LOCK_LOST}; what was thrown is the cause.
 *
 * <p><b>Threads.</b> Both methods are called on a worker thread of the library, {@code hold} while
 * other changes of the same path wait. They may block for a moment, but must not wait for an
 * operation of a store. Changes in parallel call them in parallel.
 */
@FunctionalInterface
public interface Fence {

  /**
   * Returns if the change may go on.
   *
   * @throws Exception if it must not
   */
  void check() throws Exception;

  /**
   * Returns if the change may be committed now, and keeps that true, as far as it can, until the
   * hold is closed, which happens right after the commit. The default checks and keeps nothing: if
   * what was checked ends in the same moment, the change is committed all the same.
   *
   * @return what is closed after the commit, on the same thread
   * @throws Exception if the change must not be committed
   */
  default Hold hold() throws Exception {
    check();
    return () -> {};
  }

  /** Keeps true what was checked, until it is closed. */
  @FunctionalInterface
  interface Hold extends AutoCloseable {
    /** Lets go. Must not throw. */
    @Override
    void close();
  }
}
