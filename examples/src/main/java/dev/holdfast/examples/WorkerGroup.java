package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import dev.holdfast.examples.Phase.Task;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The deployed workers, as the main thread sees them: it starts phases and waits for their end. */
final class WorkerGroup implements AutoCloseable {
  private final Vertx vertx;
  private final Progress progress;
  private final List<VaultWorker> workers;

  WorkerGroup(Vertx vertx, Progress progress, int size) {
    this.vertx = vertx;
    this.progress = progress;
    this.workers = Stream.generate(VaultWorker::new).limit(size).toList();
    await(vertx::deployVerticle);
  }

  /** Gives each worker its own handle on the store. */
  void open(Path root) {
    await(worker -> worker.open(root.toString()));
  }

  /** Has something done for each item; gives the nanoseconds that all of them took together. */
  <T> long phase(
      String name,
      Collection<T> items,
      ToLongFunction<T> bytes,
      BiFunction<ManagedStore, T, Future<?>> work) {
    List<Task> tasks = new ArrayList<>();
    for (T item : items) {
      tasks.add(new Task(bytes.applyAsLong(item), store -> work.apply(store, item)));
    }
    Phase phase = new Phase(name, tasks);
    return progress.await(phase, all(worker -> worker.work(phase)));
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
    all(action).await();
  }

  private Future<?> all(Function<VaultWorker, Future<?>> action) {
    return Future.join(workers.stream().map(action).toList());
  }
}
