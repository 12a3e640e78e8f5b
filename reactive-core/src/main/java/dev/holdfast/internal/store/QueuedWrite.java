package dev.holdfast.internal.store;

import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Function;

/**
 * A change that waits for its batch, and for whoever called it.
 *
 * @param <R> the receipt
 */
final class QueuedWrite<R> implements BatchedWrite.Told<R> {
  private final Promise<R> promise;
  private final Runnable afterwards;
  private final BatchedWrite<R> write;

  /**
   * A change that was admitted.
   *
   * @param promise what the caller waits for
   * @param write makes the change, given who is to be told
   * @param afterwards what to do once the result was handed over
   */
  QueuedWrite(
      Promise<R> promise,
      Function<BatchedWrite.Told<R>, BatchedWrite<R>> write,
      Runnable afterwards) {
    this.promise = promise;
    this.afterwards = afterwards;
    this.write = write.apply(this);
  }

  BatchedWrite<R> write() {
    return write;
  }

  Future<R> future() {
    return promise.future();
  }

  @Override
  public void done(R receipt) {
    promise.complete(receipt);
    afterwards.run();
  }

  @Override
  public void failed(MutationException failure) {
    promise.fail(failure);
    afterwards.run();
  }

  /** Nobody will make it. */
  void rejected(Throwable why) {
    promise.fail(why);
    afterwards.run();
  }
}
