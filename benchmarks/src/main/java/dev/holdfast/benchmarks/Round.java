package dev.holdfast.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** What one contestant did in one round. */
final class Round {
  private final int operations;
  private final long elapsed;
  private final long[] latencies;
  private final long heldBytes;

  /** A round. */
  Round(int operations, long elapsed, long... latencies) {
    this(0, operations, elapsed, latencies);
  }

  private Round(long heldBytes, int operations, long elapsed, long... latencies) {
    if (latencies.length == 0) {
      throw new IllegalArgumentException("nothing was timed");
    }
    this.heldBytes = heldBytes;
    this.operations = operations;
    this.elapsed = elapsed;
    this.latencies = latencies.clone();
    Arrays.sort(this.latencies);
  }

  /** Puts rounds together. */
  static Round all(List<Round> rounds) {
    return new Round(
        rounds.stream().mapToInt(round -> round.operations).sum(),
        rounds.stream().mapToLong(round -> round.elapsed).sum(),
        rounds.stream().flatMapToLong(round -> Arrays.stream(round.latencies)).toArray());
  }

  /** The same, with how much of the heap was held by what was under way. */
  Round holding(long bytes) {
    return new Round(bytes, operations, elapsed, latencies);
  }

  long heldBytes() {
    return heldBytes;
  }

  int operations() {
    return operations;
  }

  long elapsedNanos() {
    return elapsed;
  }

  double operationsPerSecond() {
    return operations * (double) TimeUnit.SECONDS.toNanos(1) / elapsed;
  }

  double percentileMicros(double percent) {
    return Statistics.percentile(latencies, percent) / 1e3;
  }

  double longestMillis() {
    return latencies[latencies.length - 1] / 1e6;
  }
}
