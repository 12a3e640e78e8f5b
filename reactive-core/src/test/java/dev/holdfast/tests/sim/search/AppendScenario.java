package dev.holdfast.tests.sim.search;

import java.util.List;

/**
 * What several processes do with one file of lines.
 *
 * @param name for reports
 * @param programs what each process does
 * @param first how the file begins
 * @param stranger what somebody does who takes no locks, or null
 */
record AppendScenario(
    String name, List<List<AppendStep>> programs, First first, AppendStranger stranger) {

  /** What is there before. */
  enum First {
    /** Nothing. */
    NOTHING,
    /** A file with a record. */
    RECORD,
    /** A file with a record, and what a killed process left of another. */
    TORN
  }

  /** Whether it is said that others append without locks. */
  boolean foreign() {
    return stranger != null && stranger.appends();
  }

  @Override
  public String toString() {
    return name;
  }
}
