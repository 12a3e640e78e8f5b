package dev.holdfast.benchmarks;

import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Function;

/** Compare and replace through the public API: each expects the file that the one before made. */
final class SwapContestant implements Contestant {
  static final String NAME = "Holdfast";

  private final String name;
  private final Vertx vertx;
  private final ManagedStore store;
  private final Buffer content;
  private final Function<FileIdentity, Expectation> expectation;
  private FileIdentity current;

  private SwapContestant(
      Workspace workspace,
      String name,
      String directory,
      Function<FileIdentity, Expectation> expectation)
      throws IOException {
    this.name = name;
    this.vertx = workspace.vertx();
    this.expectation = expectation;
    WorkDirectory dir = workspace.directory(directory);
    this.content = Buffer.buffer(dir.content());
    this.store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(dir.path().toString())));
    this.current = Workspace.await(store.publish(WorkDirectory.REPLACED, content)).identity();
  }

  /** Expects this very object; nothing is read. */
  static SwapContestant byIdentity(Workspace workspace) throws IOException {
    return new SwapContestant(workspace, NAME, "holdfast", Expectation::identity);
  }

  /** Expects what is in it, so it is read. */
  static SwapContestant byContent(Workspace workspace) throws IOException {
    return new SwapContestant(
        workspace,
        NAME + ", content expected",
        "holdfast-content",
        file -> Expectation.content(Objects.requireNonNull(file.sha256()), file.size()));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Round run(int operations) throws IOException {
    return Chain.run(vertx, operations, this::swap);
  }

  /** On the event loop. */
  private Future<?> swap() {
    return store
        .compareAndReplace(WorkDirectory.REPLACED, expectation.apply(current), content)
        .onSuccess(receipt -> current = receipt.identity());
  }

  @Override
  public void close() throws IOException {
    Workspace.await(store.close());
  }
}
