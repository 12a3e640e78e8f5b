package dev.holdfast;

/** How a file that was replaced had been compared with the expected one. */
public enum Comparison {
  /** Nothing was expected: whatever was there was replaced. */
  NONE,
  /**
   * Before and after the change, in one step with it: nobody's file was lost, whether its writer
   * uses a store or not.
   */
  EXACT,
  /**
   * Right before the change only, since the file system cannot exchange two names in one step. No
   * change of another store was lost; one of a program that takes no locks can be, if it came
   * between the last look and the change.
   */
  COOPERATIVE
}
