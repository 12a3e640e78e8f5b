package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every call of every operation fails in every plausible way. */
class FaultPointsTest {
  static List<Scenario> operations() {
    return Scenarios.single();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void noFaultBreaksAPromise(Scenario operation) throws Exception {
    ExecutorService threads = Threads.pool();
    try {
      FaultPoints faults = new FaultPoints(operation, UnaryOperator.identity());
      faults.run(threads);
      System.out.printf("faults of %s: %,d%n", operation, faults.runs());
      assertThat(faults.runs()).isGreaterThan(100);
    } finally {
      threads.shutdown();
    }
  }
}
