package dev.holdfast.benchmarks;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Asynchronous operations on an event loop, as a verticle would do them: so many are called at
 * first, and another one whenever one has ended.
 */
final class Chain {
  private final Supplier<? extends Future<?>> operation;
  private final long[] latencies;
  private final Promise<Round> end = Promise.promise();
  private int called;
  private int done;
  private long began;

  private Chain(int operations, Supplier<? extends Future<?>> operation) {
    this.latencies = new long[operations];
    this.operation = operation;
  }

  /** Runs one after the other; each is timed from its call to the handler of its result. */
  static Round run(Vertx vertx, int operations, Supplier<? extends Future<?>> operation)
      throws IOException {
    return run(vertx, operations, 1, operation);
  }

  /** Runs with some under way at any time, until as many as are wanted have ended. */
  static Round run(
      Vertx vertx, int operations, int inFlight, Supplier<? extends Future<?>> operation)
      throws IOException {
    Context loop = vertx.getOrCreateContext();
    Chain chain = new Chain(operations, operation);
    loop.runOnContext(v -> chain.begin(inFlight));
    return Workspace.await(chain.end.future());
  }

  private void begin(int inFlight) {
    began = System.nanoTime();
    for (int i = 0; i < inFlight; i++) {
      next(began);
    }
  }

  private void next(long now) {
    if (called == latencies.length) {
      return;
    }
    called++;
    Future<?> result;
    try {
      result = operation.get();
    } catch (RuntimeException e) {
      end.tryFail(e);
      return;
    }
    result.onComplete(value -> ended(now), end::tryFail);
  }

  private void ended(long since) {
    long now = System.nanoTime();
    latencies[done++] = now - since;
    if (done == latencies.length) {
      end.tryComplete(new Round(done, now - began, latencies));
    } else {
      next(now);
    }
  }
}
