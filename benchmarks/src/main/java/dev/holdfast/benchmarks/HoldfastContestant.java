package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

/** The store through its public API, each operation begun on an event loop and ended there. */
final class HoldfastContestant implements Contestant {
  static final String NAME = "Holdfast";

  private final Vertx vertx;
  private final DurableWriteCase.Operation operation;
  private final WorkDirectory dir;
  private final ManagedStore store;
  private final Buffer content;

  /** Opens a store. */
  HoldfastContestant(Workspace workspace, DurableWriteCase.Operation operation) throws IOException {
    this.vertx = workspace.vertx();
    this.operation = operation;
    this.dir = workspace.directory("holdfast");
    this.store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(dir.path().toString())));
    this.content = Buffer.buffer(dir.content());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Round run(int operations) throws IOException {
    return Chain.run(vertx, operations, this::write);
  }

  private Future<?> write() {
    String name = operation.nextName(dir);
    return switch (operation) {
      case PUBLISH -> store.publish(name, content);
      case REPLACE -> store.replace(name, content);
    };
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
