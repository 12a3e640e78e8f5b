package dev.holdfast.benchmarks;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.function.Supplier;

/** Asynchronous operations one after the other on an event loop, as a verticle would do them. */
final class Chain {
  private final Supplier<? extends Future<?>> operation;
  private final long[] latencies;
  private final Promise<Round> end = Promise.promise();
  private int done;
  private long began;
  private long last;

  private Chain(int operations, Supplier<? extends Future<?>> operation) {
    this.latencies = new long[operations];
    this.operation = operation;
  }

  /** Runs a chain; each operation is timed from its call to the handler of its result. */
  static Round run(Vertx vertx, int operations, Supplier<? extends Future<?>> operation)
      throws IOException {
    Context loop = vertx.getOrCreateContext();
    Chain chain = new Chain(operations, operation);
    loop.runOnContext(v -> chain.begin());
    return Workspace.await(chain.end.future());
  }

  private void begin() {
    began = System.nanoTime();
    last = began;
    next();
  }

  private void next() {
    Future<?> result;
    try {
      result = operation.get();
    } catch (RuntimeException e) {
      end.fail(e);
      return;
    }
    result.onComplete(value -> ended(), end::fail);
  }

  private void ended() {
    long now = System.nanoTime();
    latencies[done++] = now - last;
    last = now;
    if (done < latencies.length) {
      next();
    } else {
      end.complete(new Round(done, now - began, latencies));
    }
  }
}
