package dev.holdfast.internal.store;

import dev.holdfast.AppendReceipt;
import dev.holdfast.Appender;
import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.append.Append;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.exec.CallerContext;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Counts what waits of one file's records, and passes them on. */
final class AsyncAppender implements Appender {
  private record Drain(Context context, Handler<Void> handler) {}

  private final Vertx vertx;
  private final String path;
  private final Function<Buffer, Future<AppendReceipt>> append;

  /** Bytes that wait; one more for the appender itself, as long as it is open. */
  private final AtomicLong waiting = new AtomicLong(1);

  private final AtomicBoolean closing = new AtomicBoolean();
  private final AtomicBoolean full = new AtomicBoolean();
  private final Promise<Void> closed = Promise.promise();
  private volatile int most = DEFAULT_WRITE_QUEUE_MAX_SIZE;
  private volatile @Nullable Drain drain;

  /**
   * An appender.
   *
   * @param vertx whose contexts the results go to
   * @param path the file
   * @param append appends a record to it
   */
  AsyncAppender(Vertx vertx, String path, Function<Buffer, Future<AppendReceipt>> append) {
    this.vertx = vertx;
    this.path = path;
    this.append = append;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public Future<AppendReceipt> append(Buffer record) {
    int length = record.length();
    if (closing.get() || !take(length)) {
      Problem problem = new Problem(ErrorCode.CLOSED, "the appender was closed before");
      return CallerContext.failed(vertx, Append.mutation(path).fail(problem));
    }
    if (writeQueueFull()) {
      full.set(true);
    }
    return append.apply(record).onComplete(result -> give(length));
  }

  /** Whether it is still open; if so, the bytes count as waiting. */
  private boolean take(int length) {
    return waiting.getAndUpdate(now -> now == 0 ? 0 : now + length) != 0;
  }

  private void give(int length) {
    long left = waiting.addAndGet(-length);
    if (left <= most / 2 + 1 && full.compareAndSet(true, false)) {
      Drain awaiting = drain;
      if (awaiting != null) {
        awaiting.context().runOnContext(v -> awaiting.handler().handle(null));
      }
    }
    if (left == 0) {
      closed.tryComplete();
    }
  }

  @Override
  public boolean writeQueueFull() {
    return waiting.get() > most;
  }

  @Override
  public Appender setWriteQueueMaxSize(int bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("expected at least 1 byte, found " + bytes);
    }
    most = bytes;
    return this;
  }

  @Override
  public Appender drainHandler(@Nullable Handler<Void> handler) {
    drain = handler == null ? null : new Drain(vertx.getOrCreateContext(), handler);
    return this;
  }

  @Override
  public Future<Void> close() {
    if (closing.compareAndSet(false, true)) {
      give(1);
    }
    return CallerContext.rebind(vertx, closed.future());
  }
}
