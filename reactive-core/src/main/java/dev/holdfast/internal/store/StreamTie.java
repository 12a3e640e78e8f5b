package dev.holdfast.internal.store;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.exec.CallerContext;
import dev.holdfast.internal.exec.CloseHook;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What ties an open stream to its store and to the verticle that made it: when one of them goes,
 * the stream is stopped, and they wait until it is over.
 */
final class StreamTie {
  private final Vertx vertx;
  private final OpenStreams streams;
  private final Promise<Void> over;
  private volatile Optional<Consumer<Problem>> stop = Optional.empty();
  private volatile Optional<CloseHook> hook = Optional.empty();

  /** Not tied yet; made on the context that the stream's futures complete on. */
  StreamTie(Vertx vertx, Context context, OpenStreams streams) {
    this.vertx = vertx;
    this.streams = streams;
    this.over = CallerContext.promise(context);
  }

  /**
   * Ties.
   *
   * @param stop stops the stream unless it has ended, from any thread, more than once
   */
  void attach(Consumer<Problem> stop) {
    this.stop = Optional.of(stop);
    hook =
        Optional.of(
            CloseHook.onCurrentVerticle(
                vertx,
                () -> {
                  stop.accept(
                      new Problem(
                          ErrorCode.STREAM_ABANDONED, "the verticle that made it was undeployed"));
                  return over.future();
                }));
    streams.add(this);
  }

  /** Stops the stream because the store is closed. */
  void storeCloses() {
    stop.ifPresent(
        each -> each.accept(new Problem(ErrorCode.CLOSED, "the store was closed meanwhile")));
  }

  /**
   * When the stream is over and holds nothing any more.
   *
   * @return a future on the stream's context; never fails
   */
  Future<Void> over() {
    return over.future();
  }

  /** Unties, after the stream has closed everything. */
  void release() {
    hook.ifPresent(CloseHook::remove);
    over.complete();
    if (stop.isPresent()) {
      streams.remove(this);
    }
  }
}
