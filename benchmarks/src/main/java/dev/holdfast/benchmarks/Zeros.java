package dev.holdfast.benchmarks;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import org.jspecify.annotations.Nullable;

/** So many bytes in pieces of 64 KiB, one for each turn of the event loop, that cost nothing. */
final class Zeros implements ReadStream<Buffer> {
  private static final int PIECE = 64 * 1024;

  private final Context context;
  private final Buffer piece = Buffer.buffer(new byte[PIECE]);
  private long remaining;
  private boolean flowing = true;
  private boolean scheduled;
  private @Nullable Handler<Buffer> handler;
  private @Nullable Handler<Void> endHandler;

  /** Used on one context only. */
  Zeros(Context context, long length) {
    this.context = context;
    this.remaining = length;
  }

  private void schedule() {
    if (flowing && handler != null && !scheduled) {
      scheduled = true;
      context.runOnContext(
          v -> {
            scheduled = false;
            give();
          });
    }
  }

  private void give() {
    Handler<Buffer> receiver = handler;
    if (!flowing || receiver == null) {
      return;
    }
    if (remaining == 0) {
      flowing = false;
      if (endHandler != null) {
        endHandler.handle(null);
      }
      return;
    }
    int length = (int) Math.min(PIECE, remaining);
    remaining -= length;
    schedule();
    receiver.handle(length == PIECE ? piece : piece.slice(0, length));
  }

  @Override
  public ReadStream<Buffer> handler(@Nullable Handler<Buffer> handler) {
    this.handler = handler;
    schedule();
    return this;
  }

  @Override
  public ReadStream<Buffer> pause() {
    flowing = false;
    return this;
  }

  @Override
  public ReadStream<Buffer> resume() {
    flowing = true;
    schedule();
    return this;
  }

  @Override
  public ReadStream<Buffer> fetch(long amount) {
    return resume();
  }

  @Override
  public ReadStream<Buffer> endHandler(@Nullable Handler<Void> handler) {
    this.endHandler = handler;
    return this;
  }

  @Override
  public ReadStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
    return this;
  }
}
