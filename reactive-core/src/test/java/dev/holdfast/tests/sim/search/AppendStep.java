package dev.holdfast.tests.sim.search;

/**
 * One line of a program that appends.
 *
 * @param kind what it does
 * @param length how long each line is
 * @param durable whether it is to survive a power cut
 * @param count how many lines it appends together
 */
record AppendStep(Kind kind, int length, boolean durable, int count) {
  /** What there is to do. */
  enum Kind {
    APPEND,
    UPDATE,
    REPLACE,
    REMOVE,
    READ
  }

  static AppendStep append(int length) {
    return new AppendStep(Kind.APPEND, length, true, 1);
  }

  static AppendStep appendTogether(int count, int length) {
    return new AppendStep(Kind.APPEND, length, true, count);
  }

  static AppendStep update() {
    return new AppendStep(Kind.UPDATE, 40, true, 1);
  }

  static AppendStep replace() {
    return new AppendStep(Kind.REPLACE, 40, true, 1);
  }

  static AppendStep remove() {
    return new AppendStep(Kind.REMOVE, 0, true, 0);
  }

  static AppendStep read() {
    return new AppendStep(Kind.READ, 0, false, 0);
  }

  AppendStep buffered() {
    return new AppendStep(kind, length, false, count);
  }
}
