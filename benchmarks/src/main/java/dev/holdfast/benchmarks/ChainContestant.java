package dev.holdfast.benchmarks;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.function.Supplier;

/** An asynchronous operation that leaves nothing to be done afterwards. */
final class ChainContestant implements Contestant {
  private final String name;
  private final Vertx vertx;
  private final Supplier<? extends Future<?>> operation;
  private final Supplier<? extends Future<?>> close;

  private ChainContestant(
      String name,
      Vertx vertx,
      Supplier<? extends Future<?>> operation,
      Supplier<? extends Future<?>> close) {
    this.name = name;
    this.vertx = vertx;
    this.operation = operation;
    this.close = close;
  }

  /** One with something to close in the end. */
  static ChainContestant of(
      String name,
      Vertx vertx,
      Supplier<? extends Future<?>> operation,
      Supplier<? extends Future<?>> close) {
    return new ChainContestant(name, vertx, operation, close);
  }

  /** One with nothing to close. */
  static ChainContestant of(String name, Vertx vertx, Supplier<? extends Future<?>> operation) {
    return of(name, vertx, operation, Future::succeededFuture);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Round run(int operations) throws IOException {
    return Chain.run(vertx, operations, operation);
  }

  @Override
  public void close() throws IOException {
    Workspace.await(close.get());
  }
}
