package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The deployed workers, as the main thread sees them: it starts phases and waits for their end. */
final class WorkerGroup implements AutoCloseable {
  static final int SIZE = 4;

  private final Vertx vertx;
  private final PrintStream out;
  private final List<VaultWorker> workers;

  /** Deploys them, each with its own handle on the store. */
  WorkerGroup(Vertx vertx, Path root, PrintStream out) {
    this.vertx = vertx;
    this.out = out;
    this.workers = Stream.generate(() -> new VaultWorker(root)).limit(SIZE).toList();
    await(vertx::deployVerticle);
  }

  /** Has something done for each item; gives the nanoseconds that all of them took together. */
  <T> long phase(
      String name,
      Collection<T> items,
      ToLongFunction<T> bytes,
      BiFunction<ManagedStore, T, Future<?>> work) {
    out.printf("%-26s", name);
    out.flush();
    Phase<T> phase = new Phase<>(items, bytes, work);
    long began = System.nanoTime();
    try {
      await(worker -> worker.work(phase));
    } catch (RuntimeException e) {
      out.println("failed");
      throw e;
    }
    long took = System.nanoTime() - began;
    out.printf(Locale.ROOT, "%,7d in %s%n", items.size(), Measurement.millis(took));
    return took;
  }

  /** The longest time in nanoseconds that one of their event loops was late, since last asked. */
  long takeLongestStall() {
    return workers.stream().mapToLong(VaultWorker::takeLongestStall).max().orElse(0);
  }

  /** Undeploys them, which closes their handles. */
  @Override
  public void close() {
    await(worker -> vertx.undeploy(worker.deploymentID()));
  }

  private void await(Function<VaultWorker, Future<?>> action) {
    Future.join(workers.stream().map(action).toList()).await();
  }
}
