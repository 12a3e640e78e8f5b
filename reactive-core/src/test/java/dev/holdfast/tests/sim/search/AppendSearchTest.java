package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Appends on the simulated machine: random schedules of several processes with kills in the middle
 * of writes, faults and power cuts; all schedules of two; one append ended between each two of its
 * calls; and mistakes that have to be found. A seed that fails is repeated, every call printed,
 * with {@code -Dtest=AppendSearchTest -Dholdfast.sim.seed=...}.
 */
class AppendSearchTest {
  private static final int SCHEDULES = 15_000;
  private static final int MOST_SURVIVALS = 64;
  private static final Long SEED = Long.getLong("holdfast.sim.seed");

  /** More preemptions than any of them needs. */
  private static final int ANY = 1_000;

  static List<AppendScenario> single() {
    return AppendScenarios.single();
  }

  @Test
  void noScheduleBreaksAPromise() throws Exception {
    AppendSearch search = new AppendSearch(AppendMutant.NONE, 1);
    if (SEED != null) {
      search.repeat(SEED).forEach(System.out::println);
      return;
    }
    AssertionError found = search.run(schedules -> schedules < SCHEDULES);
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
      AtomicInteger cuts = new AtomicInteger();
      AtomicInteger inRecovery = new AtomicInteger();
      AppendTrial trial =
          new AppendTrial(scenario, AppendMutant.NONE, new Schedule(List.of()), null);
      trial.probedBy(
          () -> {
            points.incrementAndGet();
            trial.killAll();
            cuts.addAndGet(EverySurvival.each(MOST_SURVIVALS, trial::cut));
            inRecovery.addAndGet(trial.endRecoveries());
          });
      trial.run(threads);
      System.out.printf(
          "crash points of %s: %d, with %,d ways to lose power, and %,d ends of recoveries%n",
          scenario, points.get(), cuts.get(), inRecovery.get());
      assertThat(points.get()).isGreaterThan(10);
    } finally {
      threads.shutdown();
    }
  }

  static List<AppendScenario> pairs() {
    return AppendScenarios.pairs();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void noInterleavingOfTwoProcessesBreaksAPromise(AppendScenario scenario) throws Exception {
    Explorer explorer = explore(scenario, AppendMutant.NONE);
    System.out.printf(
        "interleavings of %s: %,d schedules, %,d states, %,d crashes%n",
        scenario, explorer.schedules(), explorer.states(), explorer.cuts());
    assertThat(explorer.isComplete()).isTrue();
    assertThat(explorer.states()).isGreaterThan(100);
  }

  private static Explorer explore(AppendScenario scenario, AppendMutant mutant)
      throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      Explorer explorer =
          new Explorer(AppendTrial.explored(scenario, mutant), ANY, Integer.MAX_VALUE);
      explorer.run(threads);
      return explorer;
    } finally {
      threads.shutdown();
    }
  }

  /** Without any luck, where both have a torn record to take away. */
  @Test
  void allInterleavingsFindThatNobodyIsKeptOut() {
    List<AppendScenario> all = AppendScenarios.pairs();
    AppendScenario behindTorn = all.get(all.size() - 1);
    assertThatThrownBy(() -> explore(behindTorn, AppendMutant.WITHOUT_LOCKS))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("acknowledged records stay");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  void aMistakeIsFound(AppendMutant mutant) throws Exception {
    AppendSearch search = new AppendSearch(mutant, 1);
    AssertionError found = search.run(schedules -> schedules < SCHEDULES);
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
