package dev.holdfast;

import io.vertx.core.Handler;
import org.jspecify.annotations.Nullable;

/** How far an audit goes. What a limit leaves out makes its report truncated. */
public final class AuditOptions {
  /** The default of {@link #getMaxDepth()}: 1,000 names. */
  public static final int DEFAULT_MAX_DEPTH = 1_000;

  /** The most that {@link #setMaxDepth(int)} accepts: 100,000 names. */
  public static final int LARGEST_MAX_DEPTH = 100_000;

  /** The default of {@link #getMaxEntries()}: 1,000,000 objects. */
  public static final long DEFAULT_MAX_ENTRIES = 1_000_000;

  /** The default of {@link #getMaxFindings()}: 10,000 faults. */
  public static final int DEFAULT_MAX_FINDINGS = 10_000;

  /** The most that {@link #setMaxFindings(int)} accepts: 1,000,000 faults. */
  public static final int LARGEST_MAX_FINDINGS = 1_000_000;

  /** After how many objects the progress handler is called again: 1,000. */
  public static final int PROGRESS_STEP = 1_000;

  private int maxDepth = DEFAULT_MAX_DEPTH;
  private long maxEntries = DEFAULT_MAX_ENTRIES;
  private int maxFindings = DEFAULT_MAX_FINDINGS;
  private @Nullable Handler<AuditProgress> progressHandler;

  /** The defaults. */
  public AuditOptions() {}

  /**
   * A copy.
   *
   * @param other what to copy
   */
  public AuditOptions(AuditOptions other) {
    maxDepth = other.maxDepth;
    maxEntries = other.maxEntries;
    maxFindings = other.maxFindings;
    progressHandler = other.progressHandler;
  }

  /**
   * How many names the paths have at most that are looked at.
   *
   * @return the number of names
   */
  public int getMaxDepth() {
    return maxDepth;
  }

  /**
   * Sets how many names the paths have at most that are looked at.
   *
   * @param maxDepth from 1 to {@value #LARGEST_MAX_DEPTH}; default {@value #DEFAULT_MAX_DEPTH}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public AuditOptions setMaxDepth(int maxDepth) {
    this.maxDepth = (int) inRange("maxDepth", maxDepth, LARGEST_MAX_DEPTH);
    return this;
  }

  /**
   * How many objects are looked at at most.
   *
   * @return the number of objects
   */
  public long getMaxEntries() {
    return maxEntries;
  }

  /**
   * Sets how many objects are looked at at most.
   *
   * @param maxEntries at least 1; default {@value #DEFAULT_MAX_ENTRIES}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public AuditOptions setMaxEntries(long maxEntries) {
    this.maxEntries = inRange("maxEntries", maxEntries, Long.MAX_VALUE);
    return this;
  }

  /**
   * How many faults are collected at most, before the audit ends.
   *
   * @return the number of faults
   */
  public int getMaxFindings() {
    return maxFindings;
  }

  /**
   * Sets how many faults are collected at most, before the audit ends.
   *
   * @param maxFindings from 1 to {@value #LARGEST_MAX_FINDINGS}; default {@value
   *     #DEFAULT_MAX_FINDINGS}
   * @return this
   * @throws IllegalArgumentException if it is out of range
   */
  public AuditOptions setMaxFindings(int maxFindings) {
    this.maxFindings = (int) inRange("maxFindings", maxFindings, LARGEST_MAX_FINDINGS);
    return this;
  }

  /**
   * What is told of the progress.
   *
   * @return the handler, or null
   */
  public @Nullable Handler<AuditProgress> getProgressHandler() {
    return progressHandler;
  }

  /**
   * Sets what is told of the progress, on the caller's context, each time that another {@value
   * #PROGRESS_STEP} objects were looked at, and before the audit's future completes.
   *
   * @param progressHandler the handler, or null for none; default none
   * @return this
   */
  public AuditOptions setProgressHandler(@Nullable Handler<AuditProgress> progressHandler) {
    this.progressHandler = progressHandler;
    return this;
  }

  private static long inRange(String option, long value, long most) {
    if (value < 1 || value > most) {
      throw new IllegalArgumentException(option + " is " + value + ", expected 1 to " + most);
    }
    return value;
  }
}
