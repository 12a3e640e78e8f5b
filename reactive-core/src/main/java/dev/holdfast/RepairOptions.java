package dev.holdfast;

/** How far a repair goes. */
public final class RepairOptions {
  /** The default of {@link #getMaxObjects()}: 10,000 objects. */
  public static final int DEFAULT_MAX_OBJECTS = 10_000;

  private int maxObjects = DEFAULT_MAX_OBJECTS;
  private boolean dryRun;

  /** The defaults. */
  public RepairOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public RepairOptions(RepairOptions other) {
    maxObjects = other.maxObjects;
    dryRun = other.dryRun;
  }

  /**
   * How many objects are changed at most.
   *
   * @return the number of objects
   */
  public int getMaxObjects() {
    return maxObjects;
  }

  /**
   * Sets how many objects are changed at most; the rest is {@link RepairResult.Action#SKIPPED}.
   *
   * @param maxObjects at least 1; default {@value #DEFAULT_MAX_OBJECTS}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public RepairOptions setMaxObjects(int maxObjects) {
    if (maxObjects < 1) {
      throw new IllegalArgumentException("maxObjects is " + maxObjects + ", expected at least 1");
    }
    this.maxObjects = maxObjects;
    return this;
  }

  /**
   * Whether nothing is changed.
   *
   * @return true if the report only says what would be done
   */
  public boolean isDryRun() {
    return dryRun;
  }

  /**
   * Sets whether nothing is changed: the report says what would be done.
   *
   * @param dryRun true to change nothing; default false
   * @return this
   */
  public RepairOptions setDryRun(boolean dryRun) {
    this.dryRun = dryRun;
    return this;
  }
}
