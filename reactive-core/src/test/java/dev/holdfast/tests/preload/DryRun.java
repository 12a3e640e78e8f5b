package dev.holdfast.tests.preload;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Carries an operation out without a fault, to see which calls it makes. */
final class DryRun {
  private DryRun() {}

  /** The names of all calls, in order. */
  static List<String> calls(Operation operation, Path root) throws Exception {
    operation.prepare(root);
    List<String> calls;
    try (Session session = new Session(root)) {
      operation.begin(session);
      try (Armed armed = new Armed(operation, 0, Action.LET_PASS, 0)) {
        operation.run(session);
      }
      calls = callsFrom(1);
    }
    Tree.remove(root);
    return calls;
  }

  /** The names of the calls that were made last, from this one on. */
  static List<String> callsFrom(long first) {
    List<String> calls = new ArrayList<>();
    for (long number = first; number <= Shim.holdfast_calls(); number++) {
      calls.add(Shim.holdfast_call(number));
    }
    return calls;
  }
}
