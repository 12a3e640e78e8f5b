package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;

/** What happens to a process at one of its calls. */
sealed interface Action {
  /** The call is made. */
  Action GO = new Go();

  /** See {@link #GO}. */
  record Go() implements Action {}

  /**
   * The call fails.
   *
   * @param errno how
   * @param effect whether it is made all the same
   */
  record Fail(Errno errno, boolean effect) implements Action {}

  /**
   * A write takes some bytes only.
   *
   * @param bytes how many
   */
  record Shorten(int bytes) implements Action {}

  /**
   * The process is killed.
   *
   * @param madeBytes -1 before the call, {@link Integer#MAX_VALUE} right after it, and in a write
   *     after so many bytes otherwise
   */
  record Kill(int madeBytes) implements Action {}

  /**
   * The process is stopped, and continued after others have made some calls, or cannot go on
   * without it.
   *
   * @param steps how many calls
   */
  record Freeze(int steps) implements Action {}

  /**
   * The time of day is set, and suspension goes by.
   *
   * @param nanos forward or back
   */
  record Jump(long nanos) implements Action {}

  /**
   * The disk has so much space left from now on.
   *
   * @param sectors how many sectors; a negative number for no limit
   */
  record Space(int sectors) implements Action {}

  /** The process forks, and its child shares its open files until it has made some calls more. */
  record Fork(int calls) implements Action {}

  /**
   * Somebody looks what a power cut would leave here, and goes on.
   *
   * @param seed decides what survives
   */
  record Cut(long seed) implements Action {}
}
