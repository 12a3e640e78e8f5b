package dev.holdfast.tests.sim.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What was asked for in one run, in what order, and what was said. */
final class History {
  /** What is at a path where nothing is. */
  static final int ABSENT = 0;

  private final Map<String, Integer> initial;
  private final List<Operation> operations = new ArrayList<>();
  private int clock;

  /**
   * Nothing has happened.
   *
   * @param initial the contents at the paths that are watched
   */
  History(Map<String, Integer> initial) {
    this.initial = new TreeMap<>(initial);
  }

  Operation begin(String who, Operation.Kind kind, String path, int content, boolean durable) {
    Operation operation = new Operation(who, kind, path, content, durable, ++clock);
    operations.add(operation);
    return operation;
  }

  void end(Operation operation, Operation.Said said, String text) {
    operation.end = ++clock;
    operation.said = said;
    operation.text = text;
  }

  /** Equal for two histories with the same order of begins and ends. */
  int fingerprint() {
    int hash = clock;
    for (Operation operation : operations) {
      hash = 31 * (31 * hash + operation.begin) + operation.end;
      hash = 31 * hash + operation.who.hashCode();
    }
    return hash;
  }

  /** Equal for two histories in which the same was asked for and said, in the same order. */
  long detail() {
    long key = fingerprint();
    for (Operation operation : operations) {
      key = key * 0x9E3779B97F4A7C15L + operation.detail();
    }
    return key;
  }

  List<Operation> all() {
    return operations;
  }

  TreeSet<String> paths() {
    TreeSet<String> paths = new TreeSet<>(initial.keySet());
    operations.forEach(operation -> paths.add(operation.path));
    return paths;
  }

  int initial(String path) {
    return initial.getOrDefault(path, ABSENT);
  }

  List<Operation> on(String path) {
    List<Operation> found = new ArrayList<>();
    for (Operation operation : operations) {
      if (operation.path.equals(path)) {
        found.add(operation);
      }
    }
    return found;
  }
}
