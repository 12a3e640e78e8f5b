package dev.holdfast.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.tests.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.metrics.MetricsOptions;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WorkerPoolTest {
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final Vertx vertx =
      Vertx.builder()
          .with(new VertxOptions().setMetricsOptions(new MetricsOptions().setEnabled(true)))
          .withMetrics(options -> new RecordingMetrics())
          .build();
  private final WorkerPool pool = new WorkerPool(vertx, "test-pool", 1);

  /** Notes what our pool reports and nothing else. */
  private final class RecordingMetrics implements VertxMetrics {
    @Override
    public PoolMetrics<?, ?> createPoolMetrics(String type, String name, int size) {
      if (!name.equals("test-pool")) {
        return null;
      }
      events.add("pool " + type + " " + name + " " + size);
      return new PoolMetrics<String, String>() {
        @Override
        public String enqueue() {
          events.add("enqueue");
          return "queued";
        }

        @Override
        public void dequeue(String queued) {
          events.add("dequeue " + queued);
        }

        @Override
        public String begin() {
          events.add("begin");
          return "used";
        }

        @Override
        public void end(String used) {
          events.add("end " + used);
        }

        @Override
        public void close() {
          events.add("close");
        }
      };
    }
  }

  @AfterEach
  void close() throws Exception {
    get(vertx.close());
  }

  private static <T> T get(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  @Test
  void isAWorkerPoolInTheMetricsOfVertx() throws Exception {
    get(pool.run(() -> "x"));
    get(pool.run(() -> "x")); // so that the first one's end is seen
    pool.shutdown();
    Eventually.is(() -> events.contains("close"));
    assertThat(events)
        .startsWith("pool worker test-pool 1", "enqueue", "dequeue queued", "begin", "end used");
    assertThat(events).endsWith("end used", "close");
  }

  @Test
  void aPoolThatIsShutDownFailsTheFutureAndDoesNotThrow() {
    pool.shutdown();
    StringBuilder afterwards = new StringBuilder();
    WorkerPool.Deferred<String> deferred = pool.prepare(() -> "x", () -> afterwards.append("ran"));
    deferred.start();
    Future<String> refused = deferred.future();
    assertThat(refused.cause()).isInstanceOf(RejectedExecutionException.class);
    assertThat(afterwards).hasToString("ran");
    assertThat(events).endsWith("enqueue", "dequeue queued");
  }

  @Test
  void tasksThatWereAcceptedRunAlthoughThePoolIsShutDown() throws Exception {
    Future<Boolean> interrupted = pool.run(Thread::interrupted);
    pool.shutdown();
    assertThat(get(interrupted)).isFalse();
  }

  @Test
  void theBlockedThreadCheckerWatchesItsThreads() throws Exception {
    Object checker = ((VertxInternal) vertx).blockedThreadChecker();
    Thread worker = get(pool.run(Thread::currentThread));
    var threads = checker.getClass().getDeclaredField("threads");
    threads.setAccessible(true);
    assertThat(((Map<?, ?>) threads.get(checker)).keySet().contains(worker)).isTrue();
  }

  @Test
  void whatATaskThrowsIsTheFuturesFailure() {
    Future<Object> failed =
        pool.run(
            () -> {
              throw new IllegalStateException("on purpose");
            });
    assertThat(
            failed
                .toCompletionStage()
                .toCompletableFuture()
                .handle((r, e) -> e.getMessage())
                .join())
        .isEqualTo("on purpose");
  }

  @Test
  void aProgramDoesNotEndBeforeWhatItAskedForIsDone() throws Exception {
    assertThat(get(pool.run(() -> Thread.currentThread().isDaemon()))).isFalse();
  }
}
