package dev.holdfast.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Traps: timers die with the verticle that set them, and delays below a millisecond are refused.
 */
class LibraryTimersTest {
  private static Vertx vertx;

  @BeforeContainer
  static void start() {
    vertx = Vertx.vertx();
  }

  @AfterContainer
  static void stop() throws Exception {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Example
  void aTimerOutlivesTheVerticleThatArmedIt() throws Exception {
    Promise<Boolean> fired = Promise.promise();
    AtomicReference<LibraryTimers> timers = new AtomicReference<>();
    Promise<Void> undeployed = Promise.promise();
    String deployment =
        get(
            vertx.deployVerticle(
                new VerticleBase() {
                  @Override
                  public Future<?> start() {
                    timers.set(new LibraryTimers(vertx));
                    rearmUntil(undeployed.future(), timers.get(), fired);
                    return Future.succeededFuture();
                  }
                }));
    get(vertx.undeploy(deployment));
    undeployed.complete();
    assertThat(get(fired.future())).isTrue();
  }

  private static void rearmUntil(
      Future<Void> condition, LibraryTimers timers, Promise<Boolean> fired) {
    timers.after(
        Duration.ofMillis(1),
        () -> {
          if (condition.isComplete()) {
            fired.complete(Context.isOnEventLoopThread());
          } else {
            rearmUntil(condition, timers, fired);
          }
        });
  }

  @Property(tries = 50)
  void everyDelayIsAccepted(@ForAll @LongRange(min = -5_000_000, max = 5_000_000) long nanos)
      throws Exception {
    Promise<Void> fired = Promise.promise();
    new LibraryTimers(vertx).after(Duration.ofNanos(nanos), fired::complete);
    get(fired.future());
  }

  @Example
  void aTimerThatWasCancelledDoesNotFire() {
    LibraryTimers.Armed armed =
        new LibraryTimers(vertx)
            .after(
                Duration.ofHours(1),
                () -> {
                  throw new AssertionError("fired");
                });
    assertThat(armed.cancel()).isTrue();
    assertThat(armed.cancel()).isFalse();
  }
}
