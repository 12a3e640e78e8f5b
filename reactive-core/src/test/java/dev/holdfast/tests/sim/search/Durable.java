package dev.holdfast.tests.sim.search;

import java.util.List;

/** What may be at a path after a power cut. */
final class Durable {
  private Durable() {}

  /**
   * Whether a content may be there: that of a change that may have happened and that no durable one
   * came after, or the first one if there was no durable change.
   *
   * @param operations those on one path
   * @param initial the content before all of them
   * @param found what is there
   */
  static boolean allows(List<Operation> operations, int initial, int found) {
    if (found == initial && !isSuperseded(operations, 0)) {
      return true;
    }
    for (Operation operation : operations) {
      if (operation.changesContent()
          && operation.mayHaveHappened()
          && operation.leaves() == found
          && !isSuperseded(operations, operation.end)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a change that survives began after that moment. */
  private static boolean isSuperseded(List<Operation> operations, int end) {
    for (Operation operation : operations) {
      if (operation.changesContent() && operation.survives() && operation.begin > end) {
        return true;
      }
    }
    return false;
  }

  /** Whether something that nobody made durable may be there in parts. */
  static boolean mayBeTorn(List<Operation> operations) {
    for (Operation operation : operations) {
      if (operation.changesContent() && !operation.durable && operation.mayHaveHappened()) {
        return true;
      }
    }
    return false;
  }
}
