package dev.holdfast.internal.exec;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.PromiseInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.concurrent.RejectedExecutionException;

/** Gives results back where they were asked for, whatever thread they come from. */
public final class CallerContext {
  private CallerContext() {}

  /**
   * A promise whose future completes on the current context.
   *
   * @param vertx the Vert.x instance
   * @param <T> what is promised
   * @return the promise, to be completed on any thread
   */
  static <T> PromiseInternal<T> promise(Vertx vertx) {
    return ((VertxInternal) vertx).getOrCreateContext().promise();
  }

  /**
   * A promise whose future completes on a context.
   *
   * @param context the context
   * @param <T> what is promised
   * @return the promise, to be completed on any thread
   */
  public static <T> Promise<T> promise(Context context) {
    return ((ContextInternal) context).promise();
  }

  /**
   * Runs something on a context, after what was asked for before. If the context's Vert.x instance
   * is closed, nobody is left to whom it would matter.
   *
   * @param context the context
   * @param event what to run
   */
  public static void run(Context context, Runnable event) {
    try {
      context.runOnContext(v -> event.run());
    } catch (RejectedExecutionException e) {
      // its event loop is gone
    }
  }

  /**
   * A promise for a result that somebody else will give.
   *
   * @param vertx the Vert.x instance
   * @param <T> what is promised
   * @return the promise, to be completed on any thread; its future completes on the current context
   */
  public static <T> Promise<T> awaited(Vertx vertx) {
    return promise(vertx);
  }

  /**
   * A failure on the current context.
   *
   * @param vertx the Vert.x instance
   * @param failure the failure
   * @param <T> what would have been given
   * @return the failed future
   */
  public static <T> Future<T> failed(Vertx vertx, Throwable failure) {
    return ((VertxInternal) vertx).getOrCreateContext().failedFuture(failure);
  }

  /**
   * The same result on the current context.
   *
   * @param vertx the Vert.x instance
   * @param future where it comes from
   * @param <T> what it gives
   * @return a future that completes on the current context
   */
  public static <T> Future<T> rebind(Vertx vertx, Future<T> future) {
    PromiseInternal<T> promise = promise(vertx);
    future.onComplete(promise);
    return promise.future();
  }
}
