package dev.holdfast.tests.sim.search;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether there is one order of the operations on a path that explains everything that was said:
 * each takes effect at one moment between its begin and its end (linearizability, searched for as
 * Wing and Gong did).
 */
final class Order {
  private final List<Operation> operations;
  private final Integer last;
  private final Set<Long> failed = new HashSet<>();

  private Order(List<Operation> operations, Integer last) {
    this.operations = operations;
    this.last = last;
  }

  /**
   * Whether there is one.
   *
   * @param operations those on one path, at most 31
   * @param initial the content before all of them
   * @param last the content after all of them, or null if that is not known
   */
  static boolean exists(List<Operation> operations, int initial, Integer last) {
    return new Order(operations, last).from(0, initial);
  }

  /** From here on, with some of them behind us. */
  private boolean from(int behind, int state) {
    long key = ((long) behind << 32) | state;
    if (failed.contains(key)) {
      return false;
    }
    if (isComplete(behind) && (last == null || last == state)) {
      return true;
    }
    for (int i = 0; i < operations.size(); i++) {
      if ((behind & 1 << i) == 0 && isNext(i, behind)) {
        Operation operation = operations.get(i);
        int then = after(operation, state);
        if (then >= 0 && from(behind | 1 << i, then)) {
          return true;
        }
        boolean skippable = !operation.hasHappened() && operation.said != Operation.Said.REFUSED;
        if (skippable && from(behind | 1 << i, state)) {
          return true;
        }
      }
    }
    failed.add(key);
    return false;
  }

  /** Whether nothing has to come any more. */
  private boolean isComplete(int behind) {
    for (int i = 0; i < operations.size(); i++) {
      Operation operation = operations.get(i);
      boolean due = operation.hasHappened() || operation.said == Operation.Said.REFUSED;
      if ((behind & 1 << i) == 0 && due) {
        return false;
      }
    }
    return true;
  }

  /** Whether nothing that has to come before it is left. */
  private boolean isNext(int candidate, int behind) {
    int begin = operations.get(candidate).begin;
    for (int i = 0; i < operations.size(); i++) {
      if ((behind & 1 << i) == 0 && operations.get(i).end < begin) {
        return false;
      }
    }
    return true;
  }

  /** The state after an operation took effect, or -1 if it cannot have. */
  private static int after(Operation operation, int state) {
    if (!operation.mayHaveHappened()) {
      return operation.said == Operation.Said.REFUSED && fits(operation, state) ? state : -1;
    }
    boolean absent = state == History.ABSENT;
    return switch (operation.kind) {
      case PUBLISH -> absent ? operation.content : -1;
      case REPLACE ->
          operation.created != null && operation.created != absent ? -1 : operation.content;
      case COMPARE_AND_REPLACE -> state == operation.expected ? operation.content : -1;
      case REMOVE -> absent ? -1 : History.ABSENT;
      case REMOVE_EXPECTED -> state == operation.expected ? History.ABSENT : -1;
      case READ -> state == operation.content || !operation.hasHappened() ? state : -1;
      case ENSURE_DIRECTORY, VERIFY_TREE, REPAIR -> state;
      case MOVE, REPLACE_FROM, DETACH, ATTACH ->
          throw new IllegalArgumentException("other operations stand for it");
    };
  }

  /** Whether a refusal is right. */
  private static boolean fits(Operation operation, int state) {
    boolean absent = state == History.ABSENT;
    return switch (operation.kind) {
      case PUBLISH -> !absent;
      case COMPARE_AND_REPLACE, REMOVE_EXPECTED -> state != operation.expected;
      default -> absent;
    };
  }
}
