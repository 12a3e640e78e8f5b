package dev.holdfast.tests.sim.search;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** A violation, the shortest schedule that shows it, and every call of it. */
final class Report {
  private Report() {}

  /** Repeats a schedule; the violation, or null if there is none. */
  static Violation repeat(
      Explored.Maker maker, Decider decider, List<String> transcript, Executor threads)
      throws InterruptedException {
    Explored trial = maker.under(decider, transcript);
    Violation violation = null;
    try {
      trial.run(threads);
    } catch (Violation e) {
      violation = e;
    }
    if (transcript != null) {
      trial.said().forEach(operation -> transcript.add("  " + operation));
    }
    return violation;
  }

  /** Tells everything about a violation. */
  static AssertionError of(
      Explored.Maker maker, Schedule schedule, Violation violation, String seed, Executor threads)
      throws InterruptedException {
    Shrinker shrinker =
        new Shrinker(tried -> repeat(maker, tried, null, threads), violation.rule());
    Schedule shortest = shrinker.shrink(schedule);
    List<String> transcript = new ArrayList<>();
    Violation again = repeat(maker, shortest, transcript, threads);
    StringBuilder text = new StringBuilder();
    text.append(again == null ? violation : again).append('\n');
    text.append("scenario: ").append(maker).append(", seed: ").append(seed);
    text.append('\n');
    text.append("schedule:\n");
    shortest.departures().forEach(each -> text.append("  ").append(each).append('\n'));
    text.append("transcript:\n");
    transcript.forEach(line -> text.append("  ").append(line).append('\n'));
    // Random names are as long as they are for other readers.
    String shorter = text.toString().replaceAll("\\b([0-9a-f]{6})[0-9a-f]{26}\\b", "$1");
    return new AssertionError(shorter, again == null ? violation : again);
  }
}
