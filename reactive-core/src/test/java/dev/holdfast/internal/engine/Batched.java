package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Changes that are made in a batch, and how each of them ended. */
final class Batched {
  /** Each file by itself. */
  static final SyncFsUse FSYNC = SyncFsUse.ifAllowed(false);

  private final StoreHandle handle;
  private final List<BatchedWrite<?>> writes = new ArrayList<>();
  private final Map<String, Object> endings = new LinkedHashMap<>();

  Batched(StoreHandle handle) {
    this.handle = handle;
  }

  Batched publish(String path, byte[] content, WriteOptions options) {
    writes.add(handle.batchedPublish(path, ByteSource.of(content), options, told(path)));
    return this;
  }

  Batched publish(String path, String content) {
    return publish(path, content.getBytes(UTF_8), new WriteOptions());
  }

  Batched replace(String path, byte[] content, WriteOptions options) {
    writes.add(handle.batchedReplace(path, ByteSource.of(content), options, told(path)));
    return this;
  }

  Batched replace(String path, String content) {
    return replace(path, content.getBytes(UTF_8), new WriteOptions());
  }

  private <R> BatchedWrite.Told<R> told(String path) {
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {
        end(receipt);
      }

      @Override
      public void failed(MutationException failure) {
        end(failure);
      }

      private void end(Object ending) {
        if (endings.put(path, ending) != null) {
          throw new AssertionError(path + " ended twice");
        }
      }
    };
  }

  Batched run(SyncFsUse syncFs) {
    handle.batches(syncFs).run(writes);
    if (endings.size() != writes.size()) {
      throw new AssertionError("some were told nothing: " + endings.keySet());
    }
    return this;
  }

  MutationReceipt receipt(String path) {
    if (endings.get(path) instanceof MutationReceipt receipt) {
      return receipt;
    }
    throw new AssertionError("expected a receipt of " + path, (Throwable) endings.get(path));
  }

  MutationException failure(String path) {
    if (endings.get(path) instanceof MutationException failure) {
      return failure;
    }
    throw new AssertionError("expected a failure of " + path + ", found " + endings.get(path));
  }

  boolean succeeded(String path) {
    return endings.get(path) instanceof MutationReceipt;
  }
}
