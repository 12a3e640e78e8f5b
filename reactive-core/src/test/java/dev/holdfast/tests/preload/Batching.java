package dev.holdfast.tests.preload;

import dev.holdfast.MutationException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes several changes in one batch, and listens to each. */
final class Batching {
  private final StoreHandle handle;
  private final Set<String> told = new TreeSet<>();
  private final Map<String, MutationException> failures = new TreeMap<>();

  Batching(StoreHandle handle) {
    this.handle = handle;
  }

  void run(List<Change> changes, SyncFsUse syncFs) {
    List<BatchedWrite<?>> writes = new ArrayList<>();
    changes.forEach(change -> writes.add(write(change)));
    handle.batches(syncFs).run(writes);
    if (told.size() < changes.size()) {
      throw new AssertionError("only " + told + " heard how they ended");
    }
    if (!failures.isEmpty()) {
      throw new BatchFailure(failures);
    }
  }

  private BatchedWrite<?> write(Change change) {
    ByteSource content = ByteSource.of(change.after().bytes());
    WriteOptions options = new WriteOptions();
    return change.before() == Content.ABSENT
        ? handle.batchedPublish(change.path(), content, options, listener(change))
        : handle.batchedReplace(change.path(), content, options, listener(change));
  }

  private <R> BatchedWrite.Told<R> listener(Change change) {
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {
        hear(change);
      }

      @Override
      public void failed(MutationException failure) {
        hear(change);
        failures.put(change.path(), failure);
      }
    };
  }

  private void hear(Change change) {
    if (!told.add(change.path())) {
      throw new AssertionError(change.path() + " heard twice how it ended");
    }
  }
}
