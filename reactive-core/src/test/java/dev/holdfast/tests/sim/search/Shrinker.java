package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.search.Schedule.Departure;
import java.util.ArrayList;
import java.util.List;

/** Finds a shorter schedule that breaks the same promise, by leaving departures out. */
final class Shrinker {
  private static final int MOST_TRIES = 3_000;

  /** Repeats a run; the violation, or null if there is none. */
  @FunctionalInterface
  interface Repetition {
    Violation run(Schedule schedule) throws InterruptedException;
  }

  private final Repetition repetition;
  private final String rule;
  private int tries;

  Shrinker(Repetition repetition, String rule) {
    this.repetition = repetition;
    this.rule = rule;
  }

  /** The shortest found: no single departure of it can be left out. */
  Schedule shrink(Schedule schedule) throws InterruptedException {
    List<Departure> kept = new ArrayList<>(schedule.departures());
    for (int size = Math.max(1, kept.size() / 2); size >= 1; ) {
      boolean shorter = false;
      for (int from = 0; from < kept.size() && tries < MOST_TRIES; ) {
        List<Departure> without = new ArrayList<>(kept);
        without.subList(from, Math.min(from + size, kept.size())).clear();
        if (breaks(without)) {
          kept = without;
          shorter = true;
        } else {
          from += size;
        }
      }
      if (size == 1 && !shorter) {
        break;
      }
      size = size == 1 ? 1 : size / 2;
      if (tries >= MOST_TRIES) {
        break;
      }
    }
    return new Schedule(kept);
  }

  private boolean breaks(List<Departure> departures) throws InterruptedException {
    tries++;
    Violation violation = repetition.run(new Schedule(departures));
    return violation != null && violation.rule().equals(rule);
  }
}
