package dev.holdfast.internal.store;

import dev.holdfast.internal.engine.batch.Batch;
import dev.holdfast.internal.exec.BatchWork;
import java.util.List;

/** A batch of the engine, as the line of batches sees it. */
final class StoreBatch implements BatchWork<QueuedWrite<?>> {
  private final Batch batch;

  StoreBatch(Batch batch) {
    this.batch = batch;
  }

  @Override
  public void stage(QueuedWrite<?> member) {
    batch.stage(member.write());
  }

  @Override
  public int size() {
    return batch.size();
  }

  @Override
  public List<Runnable> complete() {
    return batch.complete();
  }
}
