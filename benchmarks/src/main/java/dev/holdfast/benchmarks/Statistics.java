package dev.holdfast.benchmarks;

import java.util.Arrays;

/** The mathematics. */
final class Statistics {
  private Statistics() {}

  /**
   * Sorts a copy.
   *
   * @param values at least one
   * @return the values, ascending
   */
  static double[] sorted(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }

  /**
   * A quantile of few values, between two of them if need be.
   *
   * @param sorted the values, ascending
   * @param part 0 for the least, 0.5 for the median, 1 for the greatest
   * @return the quantile
   */
  static double quantile(double[] sorted, double part) {
    double position = part * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  /**
   * The median.
   *
   * @param values at least one
   * @return the middle one, or the mean of the two in the middle
   */
  static double median(double... values) {
    return quantile(sorted(values), 0.5);
  }

  /**
   * A percentile of many values: the least one that at least so many percent do not exceed.
   *
   * @param sorted the values, ascending, at least one
   * @param percent above 0, at most 100
   * @return one of the values
   */
  static long percentile(long[] sorted, double percent) {
    int rank = (int) Math.ceil(percent / 100 * sorted.length);
    return sorted[Math.max(rank, 1) - 1];
  }
}
