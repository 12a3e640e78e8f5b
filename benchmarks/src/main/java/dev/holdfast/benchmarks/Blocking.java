package dev.holdfast.benchmarks;

import java.io.IOException;

/** Operations on a thread that may block, which is the least that they can cost in Java. */
final class Blocking {
  private Blocking() {}

  /** What is timed. */
  @FunctionalInterface
  interface Operation {
    void run() throws IOException;
  }

  /** Runs one after the other. */
  static Round run(int operations, Operation operation) throws IOException {
    long[] latencies = new long[operations];
    long began = System.nanoTime();
    long last = began;
    for (int i = 0; i < operations; i++) {
      operation.run();
      long now = System.nanoTime();
      latencies[i] = now - last;
      last = now;
    }
    return new Round(operations, last - began, latencies);
  }
}
