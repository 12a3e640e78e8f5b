package dev.holdfast.internal.engine.batch;

import java.util.concurrent.TimeUnit;

/**
 * When a batch syncs the whole file system once instead of each file. That writes out whatever else
 * is dirty on the file system, so what it costs depends on others: after a sync that was slow it
 * rests a hundred times as long as that took, so that trying again costs one percent at most.
 *
 * <p>Safe for use by several threads.
 */
public final class SyncFsUse {
  /** Fewer files are synced faster one by one. */
  private static final int FEWEST = 8;

  private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long REST_FACTOR = 100;

  private final boolean allowed;
  private final int fewest;
  private volatile boolean resting;
  private volatile long restUntil;

  private SyncFsUse(boolean allowed, int fewest) {
    this.allowed = allowed;
    this.fewest = fewest;
  }

  /**
   * Where it is allowed, for 8 files or more.
   *
   * @param allowed whether it may be used at all
   * @return the rule
   */
  public static SyncFsUse ifAllowed(boolean allowed) {
    return new SyncFsUse(allowed, FEWEST);
  }

  /**
   * For batches of another size.
   *
   * @param fewest the fewest files that it is used for
   * @return the rule
   */
  public static SyncFsUse from(int fewest) {
    return new SyncFsUse(true, fewest);
  }

  /** Whether it is to be used. */
  boolean isDue(int files, long nowNanos) {
    if (!allowed || files < fewest) {
      return false;
    }
    return !resting || nowNanos - restUntil >= 0;
  }

  /** It was used and went well. */
  void took(long nanos, long nowNanos) {
    resting = false;
    if (nanos >= SLOW_NANOS) {
      rest(nanos, nowNanos);
    }
  }

  /** It was used and failed. */
  void failed(long nanos, long nowNanos) {
    rest(Math.max(nanos, SLOW_NANOS), nowNanos);
  }

  private void rest(long nanos, long nowNanos) {
    restUntil = nowNanos + REST_FACTOR * nanos;
    resting = true;
  }
}
