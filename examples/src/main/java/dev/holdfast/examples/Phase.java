package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Work on many items that is done by all workers together: who has room takes the next one. */
final class Phase<T> {
  private static final int MAX_IN_FLIGHT = 16;
  private static final long MAX_BYTES_IN_FLIGHT = 16 << 20;

  private final Queue<T> waiting;
  private final ToLongFunction<T> bytes;
  private final BiFunction<ManagedStore, T, Future<?>> work;

  /** What to do with each item, and about how much content that holds in memory. */
  Phase(Collection<T> items, ToLongFunction<T> bytes, BiFunction<ManagedStore, T, Future<?>> work) {
    this.waiting = new ConcurrentLinkedQueue<>(items);
    this.bytes = bytes;
    this.work = work;
  }

  /** Works on its event loop until nothing is left; fails with the first failure. */
  Future<Void> workOff(ManagedStore store) {
    Shift shift = new Shift(store);
    shift.fill();
    return shift.finished.future();
  }

  /** One worker's part; confined to its event loop. */
  private final class Shift {
    private final ManagedStore store;
    private final Promise<Void> finished = Promise.promise();
    private int inFlight;
    private long bytesInFlight;
    private @Nullable Throwable failure;

    Shift(ManagedStore store) {
      this.store = store;
    }

    void fill() {
      while (inFlight < MAX_IN_FLIGHT && bytesInFlight < MAX_BYTES_IN_FLIGHT) {
        T item = waiting.poll();
        if (item == null) {
          break;
        }
        long size = bytes.applyAsLong(item);
        inFlight++;
        bytesInFlight += size;
        work.apply(store, item)
            .onComplete(result -> ended(size, result.failed() ? result.cause() : null));
      }
      if (inFlight == 0 && failure != null) {
        finished.tryFail(failure);
      } else if (inFlight == 0) {
        finished.tryComplete();
      }
    }

    private void ended(long size, @Nullable Throwable problem) {
      inFlight--;
      bytesInFlight -= size;
      if (problem != null) {
        failure = failure == null ? problem : failure;
        waiting.clear();
      }
      fill();
    }
  }
}
