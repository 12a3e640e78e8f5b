package dev.holdfast.tests.sim.search;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** What has happened in all runs together: a search that meets little proves little. */
final class Coverage {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

  void count(String what) {
    counts.computeIfAbsent(what, key -> new LongAdder()).increment();
  }

  /** How each operation ended, and what was done to it. */
  void countAll(History history) {
    for (Operation operation : history.all()) {
      count(operation.kind + " " + operation.said);
    }
  }

  long of(String what) {
    LongAdder count = counts.get(what);
    return count == null ? 0 : count.sum();
  }

  @Override
  public String toString() {
    return new TreeMap<>(counts).toString();
  }
}
