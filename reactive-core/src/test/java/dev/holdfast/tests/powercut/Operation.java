package dev.holdfast.tests.powercut;

/**
 * What a writer does in a step, alone or together with others.
 *
 * @param number which step it is, from 1 on; what it writes says so
 * @param kind what it does
 * @param path the file, or the name of another store, or nothing
 * @param size how much it writes
 */
record Operation(int number, Kind kind, String path, int size) {

  /** What a step does. */
  enum Kind {
    PUBLISH,
    REPLACE,
    APPEND,
    REMOVE,
    REOPEN,
    /** Makes another, empty store beside the first. */
    MAKE_STORE
  }
}
