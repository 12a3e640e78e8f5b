package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.search.Operation.Kind;

/**
 * One line of a process's program.
 *
 * @param kind what it does
 * @param path to what
 * @param length how many bytes it writes
 * @param durable whether it is to survive a power cut
 * @param pieces in how many pieces its content comes
 */
record Step(Kind kind, String path, int length, boolean durable, int pieces) {
  Step(Kind kind, String path, int length, boolean durable) {
    this(kind, path, length, durable, 1);
  }

  static Step publish(String path) {
    return new Step(Kind.PUBLISH, path, 30, true);
  }

  static Step replace(String path) {
    return new Step(Kind.REPLACE, path, 700, true);
  }

  /** Reads, and then replaces what was read. */
  static Step compareAndReplace(String path) {
    return new Step(Kind.COMPARE_AND_REPLACE, path, 300, true);
  }

  /** Reads, and then removes what was read. */
  static Step removeExpected(String path) {
    return new Step(Kind.REMOVE_EXPECTED, path, 0, true);
  }

  /** Reads, and then moves what was read to the same name with {@code 2} behind it. */
  static Step move(String path) {
    return new Step(Kind.MOVE, path, 0, true);
  }

  /** Reads both, and then replaces this file by the one with {@code 2} behind its name. */
  static Step replaceFrom(String path) {
    return new Step(Kind.REPLACE_FROM, path, 0, true);
  }

  /** Reads, and then detaches what was read. */
  static Step detach(String path) {
    return new Step(Kind.DETACH, path, 0, true);
  }

  /** Attaches what the process detached from there. */
  static Step attach(String path) {
    return new Step(Kind.ATTACH, path, 0, true);
  }

  static Step remove(String path) {
    return new Step(Kind.REMOVE, path, 0, true);
  }

  static Step read(String path) {
    return new Step(Kind.READ, path, 0, false);
  }

  /** Looks whether everything but this file is right. */
  static Step verifyTree(String path) {
    return new Step(Kind.VERIFY_TREE, path, 0, false);
  }

  /** Looks, and then repairs this file. */
  static Step repair(String path) {
    return new Step(Kind.REPAIR, path, 0, false);
  }

  static Step ensureDirectory(String path) {
    return new Step(Kind.ENSURE_DIRECTORY, path, 0, true);
  }

  Step withLength(int bytes) {
    return new Step(kind, path, bytes, durable, pieces);
  }

  /** For the operating system to write when it likes. */
  Step buffered() {
    return new Step(kind, path, length, false, pieces);
  }

  /** As a stream brings it. */
  Step inPieces(int number) {
    return new Step(kind, path, length, durable, number);
  }
}
