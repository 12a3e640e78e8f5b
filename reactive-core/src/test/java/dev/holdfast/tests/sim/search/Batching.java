package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.engine.batch.SyncFsUse;

/** How a process makes its changes in batches. */
enum Batching {
  /** One batch; each file is synced by itself. */
  ONE_SYNC_EACH(false, 1),
  /** One batch; the file system is synced. */
  ONE_SYNC_FOR_ALL(true, 1),
  /** Two batches of two handles: the second is staged before the first is completed. */
  OVERLAPPING(true, 2);

  private final boolean syncsAll;
  final int batches;

  Batching(boolean syncsAll, int batches) {
    this.syncsAll = syncsAll;
    this.batches = batches;
  }

  /** A rule without a past. */
  SyncFsUse syncFs() {
    return syncsAll ? SyncFsUse.from(2) : SyncFsUse.ifAllowed(false);
  }
}
