package dev.holdfast.benchmarks;

import java.util.Locale;

/**
 * How the figures of the rounds lie. The spread that verdicts are about is the one between the
 * quartiles: with nine rounds or more it holds the true median five times out of six, while a
 * single lucky or disturbed round cannot widen it.
 *
 * @param min the least
 * @param lowerQuartile a quarter is below
 * @param median the middle
 * @param upperQuartile a quarter is above
 * @param max the greatest
 */
record Spread(double min, double lowerQuartile, double median, double upperQuartile, double max) {

  /** The spread of figures. */
  static Spread of(double... figures) {
    double[] sorted = Statistics.sorted(figures);
    return new Spread(
        sorted[0],
        Statistics.quantile(sorted, 0.25),
        Statistics.quantile(sorted, 0.5),
        Statistics.quantile(sorted, 0.75),
        sorted[sorted.length - 1]);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%.2f [%.2f-%.2f] (%.2f-%.2f)",
        median,
        lowerQuartile,
        upperQuartile,
        min,
        max);
  }
}
