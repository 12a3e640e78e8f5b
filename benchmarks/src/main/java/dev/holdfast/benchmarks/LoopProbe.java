package dev.holdfast.benchmarks;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** Measures how late the event loop it is deployed on runs a timer that is due in a millisecond. */
final class LoopProbe extends VerticleBase {
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private List<Long> lateness = new ArrayList<>();
  private boolean on;
  private long due;

  /** Begins to measure. */
  Future<Void> begin() {
    return onLoop(
        () -> {
          lateness = new ArrayList<>();
          on = true;
          arm();
          return null;
        });
  }

  private void arm() {
    due = System.nanoTime() + PERIOD_NANOS;
    vertx.setTimer(
        1,
        id -> {
          if (on) {
            note();
            arm();
          }
        });
  }

  /** The loop rounds to its own clock and may be a microsecond early; that is not late. */
  private void note() {
    lateness.add(Math.max(0, System.nanoTime() - due));
  }

  /** Ends measuring. */
  Future<List<Long>> end() {
    return onLoop(
        () -> {
          on = false;
          // A timer that is overdue right now will not be seen any more.
          note();
          return lateness;
        });
  }

  /** Does something on the loop. */
  <T> Future<T> onLoop(Callable<T> task) {
    return Future.future(
        promise ->
            context.runOnContext(
                v -> {
                  try {
                    promise.complete(task.call());
                  } catch (Exception e) {
                    promise.fail(e);
                  }
                }));
  }
}
