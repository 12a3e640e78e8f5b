package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All interleavings of short programs, and in each state a kill of everybody and a power cut. */
class ExplorerTest {
  /** More than any of them needs. */
  private static final int ANY = 1_000;

  static List<Scenario> pairs() {
    return Scenarios.pairs();
  }

  static List<Scenario> triples() {
    return Scenarios.triples();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void noInterleavingOfTwoProcessesBreaksAPromise(Scenario scenario) throws Exception {
    explore(scenario, ANY);
  }

  static List<Scenario> intruders() {
    return Scenarios.withIntruders();
  }

  @ParameterizedTest
  @MethodSource("intruders")
  void noInterleavingWithAnIntruderBreaksAPromise(Scenario scenario) throws Exception {
    explore(scenario, ANY);
  }

  static List<Scenario> longPairs() {
    return Scenarios.longPairs();
  }

  @ParameterizedTest
  @MethodSource("longPairs")
  void noInterleavingOfLongProgramsWithTwoPreemptionsBreaksAPromise(Scenario scenario)
      throws Exception {
    explore(scenario, 2);
  }

  static List<Scenario> fallbackPairs() {
    return Scenarios.fallbackPairs();
  }

  @ParameterizedTest
  @MethodSource("fallbackPairs")
  void noInterleavingWhereSomethingIsMissingBreaksAPromise(Scenario scenario) throws Exception {
    explore(scenario, 2);
  }

  static List<Scenario> longestPairs() {
    return Scenarios.longestPairs();
  }

  @ParameterizedTest
  @MethodSource("longestPairs")
  void noInterleavingOfTheLongestProgramsWithOnePreemptionBreaksAPromise(Scenario scenario)
      throws Exception {
    explore(scenario, 1);
  }

  @Tag("soak")
  @ParameterizedTest
  @MethodSource("longestPairs")
  void noInterleavingOfTheLongestProgramsWithTwoPreemptionsBreaksAPromise(Scenario scenario)
      throws Exception {
    explore(scenario, 2);
  }

  @ParameterizedTest
  @MethodSource("triples")
  void noInterleavingOfThreeWithTwoPreemptionsBreaksAPromise(Scenario scenario) throws Exception {
    explore(scenario, 2);
  }

  private static void explore(Scenario scenario, int preemptions) throws Exception {
    ExecutorService threads = Threads.pool();
    try {
      Explorer explorer =
          new Explorer(scenario, UnaryOperator.identity(), preemptions, Integer.MAX_VALUE);
      explorer.run(threads);
      System.out.printf(
          "interleavings of %s: %,d schedules, %,d states, %,d crashes%n",
          scenario, explorer.schedules(), explorer.states(), explorer.cuts());
      assertThat(explorer.isComplete()).isTrue();
      assertThat(explorer.states()).isGreaterThan(100);
    } finally {
      threads.shutdown();
    }
  }
}
