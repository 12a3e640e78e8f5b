package dev.holdfast.internal.store;

import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures on the test's own thread. */
final class Await {
  private static final long SECONDS = 30;

  private Await() {}

  static <T> T result(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("expected success, found " + e.getCause(), e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  static Throwable failure(Future<?> future) {
    try {
      Object result =
          future.toCompletionStage().toCompletableFuture().get(SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("expected a failure, found " + result);
    } catch (ExecutionException e) {
      return e.getCause();
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  static StoreException storeFailure(Future<?> future) {
    return (StoreException) failure(future);
  }

  static MutationException mutationFailure(Future<?> future) {
    return (MutationException) failure(future);
  }
}
