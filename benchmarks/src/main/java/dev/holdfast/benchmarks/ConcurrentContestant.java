package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

/** The store through its public API, with several operations under way at any time. */
final class ConcurrentContestant implements Contestant {
  private final Vertx vertx;
  private final DurableWriteCase.Operation operation;
  private final int inFlight;
  private final WorkDirectory dir;
  private final ManagedStore store;
  private final Buffer content;
  private int replaced;

  /** Opens a store. */
  ConcurrentContestant(Workspace workspace, DurableWriteCase.Operation operation, int inFlight)
      throws IOException {
    this.vertx = workspace.vertx();
    this.operation = operation;
    this.inFlight = inFlight;
    this.dir = workspace.directory("holdfast-" + inFlight);
    this.store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(dir.path().toString())));
    this.content = Buffer.buffer(dir.content());
  }

  static String name(int inFlight) {
    return "Holdfast, " + inFlight + " in flight";
  }

  @Override
  public String name() {
    return name(inFlight);
  }

  @Override
  public Round run(int operations) throws IOException {
    return Chain.run(vertx, operations, inFlight, this::write);
  }

  /** On the event loop. Replaces go to as many files as there are operations under way. */
  private Future<?> write() {
    return switch (operation) {
      case PUBLISH -> store.publish(dir.newName(), content);
      case REPLACE -> store.replace(WorkDirectory.REPLACED + "-" + replaced++ % inFlight, content);
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
