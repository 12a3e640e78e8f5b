package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.holdfast.tests.sim.search.Decider.Point;
import dev.holdfast.tests.sim.search.Schedule.Departure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A run is repeated by its seed, and by its schedule alone; a schedule shrinks to what matters. */
class ScheduleTest {
  private final ExecutorService threads = Threads.pool();

  @AfterEach
  void end() {
    threads.shutdown();
  }

  @Test
  void aSeedRepeatsEveryCall() throws Exception {
    RandomSearch search = new RandomSearch(UnaryOperator.identity(), 1);
    for (long seed = 1; seed <= 100; seed++) {
      assertThat(search.repeat(seed)).isEqualTo(search.repeat(seed)).isNotEmpty();
    }
  }

  @Test
  void aScheduleRepeatsEveryCall() throws Exception {
    for (Scenario scenario : Scenarios.random()) {
      if (scenario.world().initial().isEmpty()) {
        continue; // makes a store, whose identity is another one each time
      }
      Decider random = new RandomDecider(scenario.name().hashCode(), false, new Coverage());
      Schedule.Recorder recorder = new Schedule.Recorder(random);
      List<String> first = new ArrayList<>();
      assertThat(repeat(scenario, recorder, first)).isNull();
      List<String> second = new ArrayList<>();
      assertThat(repeat(scenario, recorder.schedule(), second)).isNull();
      assertThat(second).isEqualTo(first);
    }
  }

  private Violation repeat(Scenario scenario, Decider decider, List<String> transcript)
      throws InterruptedException {
    return Report.repeat(
        Trial.explored(scenario, UnaryOperator.identity()), decider, transcript, threads);
  }

  @Test
  void aViolationIsReportedWithTheShortestScheduleAndEveryCall() {
    RandomSearch search = new RandomSearch(Mutants.RETRIED_SYNC.port(), 1);
    AssertionError report =
        catchThrowableOfType(
            AssertionError.class, () -> search.run(schedules -> schedules < 100_000));
    List<String> lines = report.getMessage().lines().toList();
    int schedule = lines.indexOf("schedule:");
    int transcript = lines.indexOf("transcript:");
    assertThat(lines.get(0)).contains("Violation: ");
    assertThat(lines.get(1)).matches("scenario: .+, seed: \\d+");
    assertThat(lines.subList(schedule + 1, transcript))
        .as("the failed sync, and what makes the loss visible")
        .hasSizeBetween(1, 4)
        .anySatisfy(line -> assertThat(line).contains("Fail["));
    assertThat(lines.subList(transcript, lines.size()))
        .anySatisfy(line -> assertThat(line).contains("sync(").contains("the device fails"))
        .anySatisfy(line -> assertThat(line).contains("said done"));
  }

  @Test
  void shrinkingKeepsWhatMattersOnly() throws Exception {
    List<Departure> many = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      many.add(new Departure(new Point(0, i), 1, null));
    }
    Shrinker shrinker =
        new Shrinker(
            tried ->
                tried.departures().containsAll(List.of(many.get(7), many.get(31)))
                    ? new Violation("rule", "found")
                    : null,
            "rule");
    assertThat(shrinker.shrink(new Schedule(many)).departures())
        .containsExactly(many.get(7), many.get(31));
  }
}
