package dev.holdfast.tests.strace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What was tried with one operation, and how it ended. */
final class Tally {
  private final Map<String, Integer> calls = new TreeMap<>();
  private final Map<String, Integer> errnos = new TreeMap<>();
  private final Map<Verdict.Kind, Integer> kinds = new EnumMap<>(Verdict.Kind.class);
  private final List<String> unknown = new ArrayList<>();
  private int violations;

  /** How many calls of a kind it makes. */
  void calls(String name, int count) {
    calls.put(name, count);
  }

  int calls(String name) {
    return calls.getOrDefault(name, 0);
  }

  void add(Injection injection, Verdict.Kind kind, int found) {
    errnos.merge(injection.errno(), 1, Integer::sum);
    kinds.merge(kind, 1, Integer::sum);
    if (kind == Verdict.Kind.UNKNOWN) {
      unknown.add(injection.toString());
    }
    violations += found;
  }

  int cases() {
    return errnos.values().stream().mapToInt(Integer::intValue).sum();
  }

  static String heading() {
    return row("operation", "calls", "cases", "refused", "committed", "unknown", "done", "wrong")
        + "  errnos; calls";
  }

  /** A line of the table. */
  String row(Operation operation) {
    return row(
            operation,
            calls.values().stream().mapToInt(Integer::intValue).sum(),
            cases(),
            kinds.getOrDefault(Verdict.Kind.NOT_COMMITTED, 0),
            kinds.getOrDefault(Verdict.Kind.COMMITTED, 0),
            kinds.getOrDefault(Verdict.Kind.UNKNOWN, 0),
            kinds.getOrDefault(Verdict.Kind.DONE, 0),
            violations)
        + "  "
        + list(errnos)
        + "; "
        + list(calls)
        + (unknown.isEmpty() ? "" : "; unknown: " + unknown);
  }

  private static String row(Object... cells) {
    return String.format("%-27s %5s %5s %7s %9s %7s %5s %5s", cells);
  }

  private static String list(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .filter(each -> each.getValue() > 0)
        .map(each -> each.getKey() + " " + each.getValue())
        .collect(Collectors.joining(", "));
  }
}
