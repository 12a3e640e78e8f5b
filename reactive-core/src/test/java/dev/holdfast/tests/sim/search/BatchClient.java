package dev.holdfast.tests.sim.search;

import dev.holdfast.Durability;
import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.batch.Batch;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.util.ArrayList;
import java.util.List;

/** A process that makes its changes in batches, all of them asked for at the beginning. */
final class BatchClient {
  private final Client client;
  private final History history;

  BatchClient(Client client, History history) {
    this.client = client;
    this.history = history;
  }

  void perform(List<Step> steps, Batching how) {
    List<BatchedWrite<?>> writes = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      writes.add(write(steps.get(i), 101 + i));
    }
    List<Batch> staged = new ArrayList<>();
    int size = (writes.size() + how.batches - 1) / how.batches;
    for (int from = 0; from < writes.size(); from += size) {
      Batch batch = client.handle().batches(how.syncFs()).begin();
      writes.subList(from, Math.min(writes.size(), from + size)).forEach(batch::stage);
      staged.add(batch);
    }
    for (Batch batch : staged) {
      batch.complete().forEach(Runnable::run);
    }
  }

  private BatchedWrite<?> write(Step step, int content) {
    Operation operation = history.begin("P1", step.kind(), step.path(), content, step.durable());
    WriteOptions options =
        new WriteOptions().setDurability(step.durable() ? Durability.FULL : Durability.OS_BUFFERED);
    ByteSource bytes = ByteSource.of(Contents.of(content, step.length()));
    return switch (step.kind()) {
      case PUBLISH -> client.handle().batchedPublish(step.path(), bytes, options, told(operation));
      case REPLACE -> client.handle().batchedReplace(step.path(), bytes, options, told(operation));
      default -> throw new IllegalArgumentException(step.kind() + " is not for batches");
    };
  }

  private <R extends MutationReceipt> BatchedWrite.Told<R> told(Operation operation) {
    return new BatchedWrite.Told<>() {
      @Override
      public void done(R receipt) {
        if (receipt instanceof ReplaceReceipt replaced) {
          operation.created = replaced.created();
        }
        client.attempt(operation, op -> receipt.outcome());
      }

      @Override
      public void failed(MutationException failure) {
        client.attempt(
            operation,
            op -> {
              throw failure;
            });
      }
    };
  }
}
