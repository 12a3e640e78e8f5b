package dev.holdfast.internal.exec;

import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.time.Duration;

/**
 * One-shot timers on an event-loop context of the library's own. A timer of the caller's context
 * would die with the caller's verticle, and whatever it was to keep alive with it. What has to
 * happen again is armed again by the action, after its work.
 */
public final class LibraryTimers {
  /** Vert.x refuses shorter delays. */
  private static final long SHORTEST_MILLIS = 1;

  private final Vertx vertx;
  private final ContextInternal context;

  /**
   * Timers of a Vert.x instance.
   *
   * @param vertx the instance
   */
  public LibraryTimers(Vertx vertx) {
    this.vertx = vertx;
    this.context = ((VertxInternal) vertx).createEventLoopContext();
  }

  /** A timer that was armed. */
  @FunctionalInterface
  public interface Armed {
    /**
     * Disarms it.
     *
     * @return false if it has fired or was disarmed before
     */
    boolean cancel();
  }

  /**
   * Arms a timer.
   *
   * @param delay how long to wait; less than a millisecond becomes one
   * @param action what to do then, on an event loop: must not block
   * @return the timer
   */
  public Armed after(Duration delay, Runnable action) {
    long id = context.setTimer(Math.max(SHORTEST_MILLIS, delay.toMillis()), i -> action.run());
    return () -> vertx.cancelTimer(id);
  }
}
