package dev.holdfast.internal.exec;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts what is under way, refuses what is too much or too late. Never blocks. */
public final class PendingOperations {
  private static final int CLOSED = 1 << 30;

  private final int limit;
  private final Runnable whenClosedAndIdle;
  private final AtomicInteger state = new AtomicInteger();

  /** What became of a request to begin. */
  public enum Admission {
    /** Under way; to be ended. */
    ADMITTED,
    /** Too much is under way. */
    BUSY,
    /** Closed. */
    CLOSED
  }

  /**
   * Nothing under way.
   *
   * @param limit the most that may be under way at a time
   * @param whenClosedAndIdle runs once, when it is closed and nothing is under way any more
   */
  public PendingOperations(int limit, Runnable whenClosedAndIdle) {
    this.limit = limit;
    this.whenClosedAndIdle = whenClosedAndIdle;
  }

  /**
   * Begins an operation.
   *
   * @return whether it may go on; if so, {@link #end} has to follow
   */
  public Admission begin() {
    while (true) {
      int before = state.get();
      if ((before & CLOSED) != 0) {
        return Admission.CLOSED;
      }
      if (before >= limit) {
        return Admission.BUSY;
      }
      if (state.compareAndSet(before, before + 1)) {
        return Admission.ADMITTED;
      }
    }
  }

  /** Ends an operation that was admitted. */
  public void end() {
    if (state.decrementAndGet() == CLOSED) {
      whenClosedAndIdle.run();
    }
  }

  /** Refuses everything from now on; to be called once. */
  public void close() {
    if (state.getAndAdd(CLOSED) == 0) {
      whenClosedAndIdle.run();
    }
  }
}
