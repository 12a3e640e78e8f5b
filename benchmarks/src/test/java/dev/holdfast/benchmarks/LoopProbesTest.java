package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoopProbesTest {
  private static final long BLOCKED_MILLIS = 60;

  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void close() throws IOException {
    Workspace.await(vertx.close());
  }

  /** A probe that cannot see a stall would make every figure good. */
  @Test
  void seeALoopThatIsBlocked() throws IOException {
    LoopProbes probes = LoopProbes.deploy(vertx);
    long[] lateness = probes.during(probe -> probe.onLoop(LoopProbesTest::block));
    assertThat(Arrays.stream(lateness).max().orElse(0))
        .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(BLOCKED_MILLIS) / 2);
  }

  private static boolean block() throws InterruptedException {
    Thread.sleep(BLOCKED_MILLIS);
    return true;
  }

  @Test
  void measureAgainFromTheBeginning() throws IOException {
    LoopProbes probes = LoopProbes.deploy(vertx);
    assertThat(probes.during(probe -> vertx.timer(20))).hasSizeGreaterThan(probes.count());
    assertThat(probes.during(probe -> Future.succeededFuture()))
        .hasSizeGreaterThanOrEqualTo(probes.count());
  }
}
