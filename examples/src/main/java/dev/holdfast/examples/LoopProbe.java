package dev.holdfast.examples;

import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Measures how late the event loop of its creator runs a timer that is due every millisecond. */
final class LoopProbe {
  private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(1);

  private final Vertx vertx;
  private final AtomicLong longest = new AtomicLong();
  private boolean stopped;

  LoopProbe(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Begins; to be called on the event loop. */
  void start() {
    long due = System.nanoTime() + PERIOD;
    vertx.setTimer(
        1,
        id -> {
          longest.accumulateAndGet(System.nanoTime() - due, Math::max);
          if (!stopped) {
            start();
          }
        });
  }

  /** Ends; to be called on the event loop. */
  void stop() {
    stopped = true;
  }

  /** The longest lateness in nanoseconds since this was asked last. */
  long takeLongest() {
    return longest.getAndSet(0);
  }
}
