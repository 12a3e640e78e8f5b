package dev.holdfast.internal.store;

import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.exec.LibraryTimers;
import dev.holdfast.internal.exec.WorkerPool;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Closes files that were kept open for the next append when none has come for a while. The timer
 * runs only as long as there is something to close.
 */
final class IdleFiles {
  /** How long a file stays open without being appended to, and at most twice as long. */
  private static final Duration IDLE = Duration.ofSeconds(30);

  /** Nothing is armed, nothing to be armed any more, or this timer. */
  private static final LibraryTimers.Armed NONE = () -> false;

  private final StoreHandle handle;
  private final WorkerPool pool;
  private final LibraryTimers timers;
  private final Duration idle;
  private final AtomicReference<LibraryTimers.@Nullable Armed> armed = new AtomicReference<>(NONE);

  IdleFiles(StoreHandle handle, WorkerPool pool, Vertx vertx) {
    this(handle, pool, new LibraryTimers(vertx), IDLE);
  }

  /** For tests, with another patience. */
  IdleFiles(StoreHandle handle, WorkerPool pool, LibraryTimers timers, Duration idle) {
    this.handle = handle;
    this.pool = pool;
    this.timers = timers;
    this.idle = idle;
  }

  /** Something was appended: sees to it that the file is closed some time. */
  void mind() {
    if (armed.get() == NONE) {
      LibraryTimers.Armed timer = timers.after(idle, this::look);
      if (!armed.compareAndSet(NONE, timer)) {
        timer.cancel();
      }
    }
  }

  private void look() {
    LibraryTimers.Armed fired = armed.get();
    if (fired == null || !armed.compareAndSet(fired, NONE)) {
      return;
    }
    try {
      pool.execute(
          () -> {
            if (armed.get() != null && handle.closeIdleFiles(idle.toNanos()) > 0) {
              mind();
            }
          },
          () -> {});
    } catch (RejectedExecutionException e) {
      // the store is closed, and its files with it
    }
  }

  /** The store closes, and closes its files itself. */
  void stop() {
    LibraryTimers.Armed last = armed.getAndSet(null);
    if (last != null) {
      last.cancel();
    }
  }
}
