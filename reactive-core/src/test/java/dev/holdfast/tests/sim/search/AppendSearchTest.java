package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Appends on the simulated machine: random schedules of several processes with kills in the middle
 * of writes, faults and power cuts; one append ended between each two of its calls; and mistakes
 * that have to be found.
 */
class AppendSearchTest {
  private static final int SCHEDULES = 15_000;
  private static final int MOST_SURVIVALS = 64;

  static List<AppendScenario> single() {
    return AppendScenarios.single();
  }

  @Test
  void noScheduleBreaksAPromise() throws Exception {
    AppendSearch search = new AppendSearch(AppendMutant.NONE, 1);
    AssertionError found = search.run(SCHEDULES);
    if (found != null) {
      throw found;
    }
    System.out.println("appends: " + search);
    for (String kind : List.of("APPEND", "UPDATE", "REPLACE", "REMOVE")) {
      assertThat(search.coverage().of(kind + " DONE")).isPositive();
      assertThat(search.coverage().of(kind + " NOTHING")).isPositive();
    }
    for (String said : List.of("NOT_DONE", "UNKNOWN", "DONE_NOT_PROVEN")) {
      assertThat(search.coverage().of("APPEND " + said)).as(said).isPositive();
    }
    for (String action : List.of("Fail", "Shorten", "Kill", "Freeze", "Space", "Cut", "Fork")) {
      assertThat(search.coverage().of(action)).as(action).isPositive();
    }
  }

  @ParameterizedTest
  @MethodSource("single")
  void noEndOfAnAppendBreaksAPromise(AppendScenario scenario) throws Exception {
    ExecutorService threads = Threads.pool();
    try {
      AtomicInteger points = new AtomicInteger();
      AppendTrial trial =
          new AppendTrial(scenario, AppendMutant.NONE, new Schedule(List.of()), null);
      trial.probedBy(
          () -> {
            points.incrementAndGet();
            trial.killAll();
            EverySurvival.each(MOST_SURVIVALS, survival -> trial.cut(survival));
          });
      trial.run(threads);
      System.out.printf(
          "crash points of %s: %d, with %,d ways to end%n", scenario, points.get(), trial.cuts());
      assertThat(points.get()).isGreaterThan(10);
    } finally {
      threads.shutdown();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aMistakeIsFound(AppendMutant mutant) throws Exception {
    AppendSearch search = new AppendSearch(mutant, 1);
    AssertionError found = search.run(SCHEDULES);
    System.out.printf(
        "%s survived %,d schedules, until %s%n",
        mutant,
        search.schedules(),
        found == null
            ? "the end of the search"
            : found.getMessage().lines().findFirst().orElse(""));
    assertThat(found).isNotNull();
  }
}
