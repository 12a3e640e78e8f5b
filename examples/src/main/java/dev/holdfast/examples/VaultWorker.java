package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import org.jspecify.annotations.Nullable;

/** A verticle with its own handle on the store, that keeps a few operations in flight. */
final class VaultWorker extends VerticleBase {
  private static final int MAX_IN_FLIGHT = 16;
  private static final long MAX_BYTES_IN_FLIGHT = 16 << 20;

  private @Nullable LoopProbe probe;
  private @Nullable ManagedStore store;

  @Override
  public Future<?> start() {
    probe = new LoopProbe(vertx);
    probe.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    if (probe != null) {
      probe.stop();
    }
    return store == null ? Future.succeededFuture() : store.close();
  }

  long takeLongestStall() {
    return probe == null ? 0 : probe.takeLongest();
  }

  /** Opens the worker's own handle. */
  Future<Void> open(String root) {
    Promise<Void> opened = Promise.promise();
    context.runOnContext(
        v ->
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root))
                .onSuccess(handle -> store = handle)
                .<Void>mapEmpty()
                .onComplete(opened));
    return opened.future();
  }

  /** Works until the phase has nothing left; fails with the first failure. */
  Future<Void> work(Phase phase) {
    Promise<Void> finished = Promise.promise();
    context.runOnContext(
        v -> {
          if (store == null) {
            finished.fail(new IllegalStateException("the worker has no store"));
          } else {
            new Shift(phase, store, finished).fill();
          }
        });
    return finished.future();
  }

  /** This worker's part in a phase; confined to its event loop. */
  private static final class Shift {
    private final Phase phase;
    private final ManagedStore store;
    private final Promise<Void> finished;
    private int inFlight;
    private long bytesInFlight;
    private @Nullable Throwable failure;

    Shift(Phase phase, ManagedStore store, Promise<Void> finished) {
      this.phase = phase;
      this.store = store;
      this.finished = finished;
    }

    void fill() {
      while (inFlight < MAX_IN_FLIGHT && bytesInFlight < MAX_BYTES_IN_FLIGHT) {
        Phase.Task task = phase.next();
        if (task == null) {
          break;
        }
        inFlight++;
        bytesInFlight += task.bytes();
        task.work()
            .with(store)
            .onComplete(result -> ended(task, result.failed() ? result.cause() : null));
      }
      if (inFlight == 0 && failure != null) {
        finished.tryFail(failure);
      } else if (inFlight == 0) {
        finished.tryComplete();
      }
    }

    private void ended(Phase.Task task, @Nullable Throwable problem) {
      inFlight--;
      bytesInFlight -= task.bytes();
      phase.taskDone();
      if (problem != null) {
        failure = failure == null ? problem : failure;
        phase.abandon();
      }
      fill();
    }
  }
}
