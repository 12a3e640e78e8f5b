package dev.holdfast.tests.sim.search;

/** A search in numbers. */
final class Figures {
  private Figures() {}

  static String of(RandomSearch search, long nanos) {
    return String.format(
        "%,d schedules in %.0f s (%.0f/s), %.1f calls each, %,d crashes; %s",
        search.schedules(),
        nanos / 1e9,
        search.schedules() / (nanos / 1e9),
        (double) search.steps() / search.schedules(),
        search.cuts(),
        search.coverage());
  }
}
