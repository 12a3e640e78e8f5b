package dev.holdfast.internal.engine.batch;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import java.util.List;

/** Batches of changes on one root, one after the other or several at a time. */
public final class Batches {
  /**
   * How many members a batch has at most. More gain little, and each holds two or three descriptors
   * until it has ended.
   */
  public static final int MOST_MEMBERS = 64;

  private final ContentBarrier barrier;

  /**
   * Batches on one root.
   *
   * @param root the root
   * @param syncFs when the whole file system is synced
   */
  public Batches(ManagedRoot root, SyncFsUse syncFs) {
    this.barrier = new ContentBarrier(root, syncFs);
  }

  /**
   * Begins an empty batch.
   *
   * @return the batch
   */
  public Batch begin() {
    return new Batch(barrier);
  }

  /**
   * Makes changes in batches, on this thread; returns when all of them have heard how they ended.
   *
   * @param writes the changes, each on a path of its own
   */
  public void run(List<? extends BatchedWrite<?>> writes) {
    for (int from = 0; from < writes.size(); from += MOST_MEMBERS) {
      Batch batch = begin();
      writes.subList(from, Math.min(writes.size(), from + MOST_MEMBERS)).forEach(batch::stage);
      batch.complete().forEach(Runnable::run);
    }
  }
}
