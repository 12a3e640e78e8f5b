package dev.holdfast.benchmarks;

import java.util.Locale;

/**
 * A number to reach.
 *
 * @param figure what is judged, as the heading of a column
 * @param better on which side of the value the good figures are
 * @param value the number
 */
record Target(String figure, Better better, double value) {
  /** Which figures are good. */
  enum Better {
    /** Those that are at least the target. */
    HIGHER,
    /** Those below the target. */
    LOWER
  }

  /** What the figures of a run say about a target. */
  enum Verdict {
    /** It is reached, or the run cannot tell that it is not. */
    PASS,
    /** The whole spread is on the wrong side. */
    MISS
  }

  /** Judges a run. */
  Verdict judge(Spread spread) {
    double best = better == Better.HIGHER ? spread.upperQuartile() : spread.lowerQuartile();
    return reachedBy(best) ? Verdict.PASS : Verdict.MISS;
  }

  /** Whether one figure reaches the target. */
  boolean reachedBy(double figure) {
    return better == Better.HIGHER ? figure >= value : figure < value;
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s %s %.2f", figure, better == Better.HIGHER ? "at least" : "below", value);
  }
}
