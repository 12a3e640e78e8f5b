package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Calls all publishes at once, each with a buffer of its own, and weighs the heap meanwhile. */
final class QueueContestant implements Contestant {
  static final String NAME = "Holdfast, all at once";

  private final Vertx vertx;
  private final WorkDirectory dir;
  private final ManagedStore store;

  /** Opens a store. */
  QueueContestant(Workspace workspace) throws IOException {
    this.vertx = workspace.vertx();
    this.dir = workspace.directory("holdfast");
    this.store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(dir.path().toString())));
  }

  @Override
  public String name() {
    return NAME;
  }

  /** The payload is there before and after, so the difference is what the queue itself holds. */
  @Override
  public Round run(int operations) throws IOException {
    List<Buffer> payload = new ArrayList<>(operations);
    for (int i = 0; i < operations; i++) {
      payload.add(Buffer.buffer(dir.content()));
    }
    long before = usedHeap();
    long began = System.nanoTime();
    Promise<List<Future<?>>> called = Promise.promise();
    vertx.getOrCreateContext().runOnContext(v -> called.complete(publishAll(payload)));
    List<Future<?>> results = Workspace.await(called.future());
    long held = usedHeap() - before;
    Workspace.await(Future.all(results));
    long elapsed = System.nanoTime() - began;
    if (payload.size() != operations) {
      throw new IllegalStateException("the payload is gone");
    }
    return new Round(operations, elapsed, elapsed).holding(Math.max(0, held));
  }

  private List<Future<?>> publishAll(List<Buffer> payload) {
    List<Future<?>> results = new ArrayList<>(payload.size());
    payload.forEach(content -> results.add(store.publish(dir.newName(), content)));
    return results;
  }

  private static long usedHeap() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  @Override
  public void settle() throws IOException {
    dir.settle();
  }

  @Override
  public void close() throws IOException {
    Workspace.await(store.close());
  }
}
