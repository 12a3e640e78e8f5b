package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation, ended between each two of its calls, and every recovery afterwards likewise. */
class CrashPointsTest {
  static List<Scenario> operations() {
    return Stream.concat(Scenarios.single().stream(), Scenarios.fallbacks().stream()).toList();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void noEndOfAnOperationBreaksAPromise(Scenario operation) throws Exception {
    ExecutorService threads = Threads.pool();
    try {
      CrashPoints crash = new CrashPoints(operation, UnaryOperator.identity());
      crash.run(threads);
      System.out.printf(
          "crash points of %s: %d, with %,d ways to lose power, and %,d ends of recoveries%n",
          operation, crash.points(), crash.cuts(), crash.inRecovery());
      assertThat(crash.points()).isGreaterThan(10);
      assertThat(crash.cuts()).isGreaterThan(crash.points());
    } finally {
      threads.shutdown();
    }
  }
}
