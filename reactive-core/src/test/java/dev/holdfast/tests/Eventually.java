package dev.holdfast.tests;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what nobody tells when it happens. */
public final class Eventually {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(30);

  private Eventually() {}

  /**
   * Looks again and again until it is so.
   *
   * @param condition what has to be so
   * @throws AssertionError if it is not in half a minute
   */
  public static void is(BooleanSupplier condition) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - begin > MOST_NANOS) {
        throw new AssertionError("it does not happen");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }
}
