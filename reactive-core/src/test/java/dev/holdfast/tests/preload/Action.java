package dev.holdfast.tests.preload;

/** What happens to the chosen call; the order is that of {@code enum action} in the C source. */
enum Action {
  /** Nothing: the calls are only counted. */
  LET_PASS,
  /** It fails instead of being made. */
  FAIL,
  /** It is made, and failure is reported all the same. */
  FAIL_AFTER,
  /** It transfers half of the bytes. */
  CUT_SHORT,
  /** The process dies instead of making it. */
  KILL,
  /** The process dies right after it. */
  KILL_AFTER,
  /** It transfers half of the bytes, and the process dies. */
  KILL_HALFWAY
}
