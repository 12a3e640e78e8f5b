package dev.holdfast.internal.exec;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.internal.PromiseInternal;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.internal.threadchecker.ThreadInfo;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Worker threads of our own that Vert.x knows as a named worker pool: they appear in its pool
 * metrics and its blocked-thread checker watches them. They are not Vert.x's own workers, because
 * closing Vert.x interrupts those before any close hook runs, also in the middle of a write.
 */
public final class WorkerPool {
  /** A task that runs longer is reported by the blocked-thread checker; Vert.x's own default. */
  private static final long MAX_TASK_SECONDS = 60;

  private static final long IDLE_SECONDS = 60;

  private final VertxInternal vertx;
  private final int threads;
  private final ThreadPoolExecutor executor;
  private final @Nullable PoolMetrics<Object, Object> metrics;

  /**
   * A pool that has no threads until there is work.
   *
   * @param vertx the Vert.x instance whose users it serves
   * @param name the pool's name in metrics, and of its threads
   * @param threads the most threads it has
   */
  @SuppressWarnings("unchecked")
  WorkerPool(Vertx vertx, String name, int threads) {
    this.vertx = (VertxInternal) vertx;
    this.threads = threads;
    VertxMetrics vertxMetrics = this.vertx.metrics();
    this.metrics =
        vertxMetrics == null
            ? null
            : (PoolMetrics<Object, Object>) vertxMetrics.createPoolMetrics("worker", name, threads);
    AtomicInteger number = new AtomicInteger();
    this.executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> new WatchedThread(this.vertx, task, name + "-" + number.getAndIncrement())) {
          @Override
          protected void terminated() {
            if (metrics != null) {
              metrics.close(); // when every task that was begun was told to have ended
            }
          }
        };
    executor.allowCoreThreadTimeOut(true);
  }

  /** A thread that the blocked-thread checker watches while it works. */
  private static final class WatchedThread extends Thread {
    final ThreadInfo info =
        new ThreadInfo(TimeUnit.NANOSECONDS, TimeUnit.SECONDS.toNanos(MAX_TASK_SECONDS));

    WatchedThread(VertxInternal vertx, Runnable task, String name) {
      super(task, name);
      setDaemon(false); // as Vert.x's own: what was accepted is done before the program ends
      vertx.blockedThreadChecker().registerThread(this, info);
    }
  }

  /**
   * The most threads it has.
   *
   * @return the number of threads
   */
  public int threads() {
    return threads;
  }

  /** A task whose result is awaited already, but that does not run yet. */
  public final class Deferred<T> {
    private final Callable<T> task;
    private final Runnable afterwards;
    private final PromiseInternal<T> promise = CallerContext.promise(vertx);

    private Deferred(Callable<T> task, Runnable afterwards) {
      this.task = task;
      this.afterwards = afterwards;
    }

    /**
     * The result.
     *
     * @return a future on the context of whoever made this
     */
    public Future<T> future() {
      return promise.future();
    }

    /** Lets the task run, on a worker thread, as soon as one is free; from any thread, once. */
    public void start() {
      try {
        execute(this::perform, afterwards);
      } catch (RejectedExecutionException e) {
        promise.fail(e);
        afterwards.run();
      }
    }

    private void perform() {
      T result;
      try {
        result = task.call();
      } catch (Throwable e) {
        promise.fail(e);
        return;
      }
      promise.complete(result);
    }
  }

  /**
   * Prepares a task to be run on a worker thread, whose result is given back on the caller's
   * context.
   *
   * @param task what to do
   * @param afterwards what to do, on the same thread, once the result was handed over; runs in
   *     every case
   * @param <T> what it gives
   * @return the task, to be started
   */
  public <T> Deferred<T> prepare(Callable<T> task, Runnable afterwards) {
    return new Deferred<>(task, afterwards);
  }

  /**
   * Runs a task on a worker thread and gives its result back on the caller's context. Never throws:
   * a pool that is shut down fails the future with {@link RejectedExecutionException}.
   *
   * @param task what to do
   * @param <T> what it gives
   * @return its result
   */
  public <T> Future<T> run(Callable<T> task) {
    Deferred<T> deferred = prepare(task, () -> {});
    deferred.start();
    return deferred.future();
  }

  /**
   * Runs a task on a worker thread, with nobody waiting for it.
   *
   * @param task what to do; must not throw
   * @param afterwards what to do once the pool has counted the task as done
   * @throws RejectedExecutionException if the pool is shut down
   */
  public void execute(Runnable task, Runnable afterwards) {
    Object queued = metrics == null ? null : metrics.enqueue();
    try {
      executor.execute(
          () -> {
            Object used = null;
            if (metrics != null) {
              metrics.dequeue(queued);
              used = metrics.begin();
            }
            ThreadInfo info = ((WatchedThread) Thread.currentThread()).info;
            info.startTime = System.nanoTime();
            try {
              task.run();
            } finally {
              info.startTime = 0;
              if (metrics != null) {
                metrics.end(used);
              }
              afterwards.run();
            }
          });
    } catch (RejectedExecutionException e) {
      if (metrics != null) {
        metrics.dequeue(queued);
      }
      throw e;
    }
  }

  /** Lets the tasks that were accepted finish, then lets the threads go. Does not wait. */
  void shutdown() {
    executor.shutdown();
  }
}
