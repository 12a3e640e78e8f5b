package dev.holdfast.examples;

import io.vertx.core.Future;
import java.util.Arrays;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/** How many operations of a kind succeeded, how long each took, and all of them together. */
final class Measurement {
  static final String HEADER =
      String.format(
          "%-12s %8s %13s %9s %11s %11s", "operation", "count", "bytes", "ops/s", "p50", "p99");

  private final String name;
  private final Queue<Long> nanos = new ConcurrentLinkedQueue<>();
  private final LongAdder bytes = new LongAdder();
  private long wallNanos;

  Measurement(String name) {
    this.name = name;
  }

  /** Does an operation and counts it, if it succeeds. */
  <T> Future<T> time(Supplier<Future<T>> operation, ToLongFunction<T> size) {
    long began = System.nanoTime();
    return operation
        .get()
        .onSuccess(
            result -> {
              nanos.add(System.nanoTime() - began);
              bytes.add(size.applyAsLong(result));
            });
  }

  /** Adds to the time that all of them took together. */
  void took(long moreNanos) {
    wallNanos += moreNanos;
  }

  int count() {
    return nanos.size();
  }

  String row() {
    long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
    if (sorted.length == 0) {
      return String.format("%-12s %8d %13d %9s %11s %11s", name, 0, 0, "-", "-", "-");
    }
    Arrays.sort(sorted);
    return String.format(
        Locale.ROOT,
        "%-12s %,8d %,13d %,9.0f %11s %11s",
        name,
        sorted.length,
        bytes.sum(),
        sorted.length / (wallNanos / 1e9),
        millis(percentile(sorted, 50)),
        millis(percentile(sorted, 99)));
  }

  static String millis(long nanos) {
    return String.format(Locale.ROOT, "%,.2f ms", nanos / 1e6);
  }

  /** The smallest value that at least so many per cent of all values do not exceed. */
  static long percentile(long[] sorted, int percent) {
    if (sorted.length == 0 || percent < 1 || percent > 100) {
      throw new IllegalArgumentException(percent + " % of " + sorted.length + " values");
    }
    return sorted[(int) (((long) sorted.length * percent + 99) / 100) - 1];
  }
}
