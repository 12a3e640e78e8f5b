package dev.holdfast.internal.store;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.PathSlots;
import dev.holdfast.internal.engine.scope.PathSlots.Slot;
import dev.holdfast.internal.engine.scope.PathSlots.Use;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.exec.CallerContext;
import dev.holdfast.internal.exec.PipeFailure;
import dev.holdfast.internal.exec.Signalled;
import dev.holdfast.internal.exec.WorkerPool;
import dev.holdfast.stream.StoreWriteStream;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A write stream: what is written waits in a queue, from which one short task at a time takes a
 * piece. Everything that concerns the file happens in these tasks.
 */
final class AsyncWriteStream implements StoreWriteStream {
  /** The most that one task writes, so that others get their turn on the workers. */
  private static final int PIECE = 256 * 1024;

  private final StreamedWrite file;
  private final PathSlots slots;
  private final WorkerPool pool;
  private final Context context;
  private final StreamTie tie;
  private final Signalled work;
  private final WriteQueue queue = new WriteQueue();
  private final Promise<MutationReceipt> receipt;
  private final Promise<Void> done;

  /** Whether it is settled if the stream is to be committed or to be abandoned. */
  private final AtomicBoolean decided = new AtomicBoolean();

  private volatile boolean ended;
  private volatile @Nullable Problem stopped;
  private volatile boolean quiet;
  private volatile boolean over;

  private volatile int maxQueue;
  private final AtomicBoolean toldFull = new AtomicBoolean();
  private volatile @Nullable Handler<Void> drainHandler;

  private volatile @Nullable MutationException failure;
  private final AtomicBoolean toldFailure = new AtomicBoolean();
  private volatile @Nullable Handler<Throwable> exceptionHandler;

  // Used by the tasks only.
  private @Nullable Slot slot;
  private boolean opened;
  private boolean committing;

  /** A stream that was not started yet. */
  AsyncWriteStream(
      StreamedWrite file,
      PathSlots slots,
      WorkerPool pool,
      Context context,
      StreamTie tie,
      int maxQueue) {
    this.file = file;
    this.slots = slots;
    this.pool = pool;
    this.context = context;
    this.tie = tie;
    this.maxQueue = maxQueue;
    this.receipt = CallerContext.promise(context);
    this.done = CallerContext.promise(context);
    this.work = new Signalled(this::execute, this::step);
  }

  /** Begins. */
  void start(Slot slot) {
    this.slot = slot;
    tie.attach(this::stop);
    work.signal();
  }

  /** Ends before anything was done. */
  void refuse(Problem why) {
    decided.set(true);
    finish(file.abandon(why));
  }

  private void execute(Runnable task) {
    try {
      pool.execute(task, () -> {});
    } catch (RejectedExecutionException e) {
      dropQueue(); // the stream was over, and the store closed, before this was written
    }
  }

  // ---- the caller's side ----

  @Override
  public Future<Void> write(Buffer data) {
    Objects.requireNonNull(data, "data");
    if (ended) {
      return afterEnd();
    }
    if (over) {
      return done.future();
    }
    Promise<Void> written = CallerContext.promise(context);
    queue.add(data, written);
    work.signal();
    return written.future();
  }

  @Override
  public Future<Void> end() {
    if (PipeFailure.calls(AsyncWriteStream.class)) {
      stop(new Problem(ErrorCode.STREAM_ABANDONED, "the source of its pipe failed"));
    } else if (decided.compareAndSet(false, true)) {
      ended = true;
      work.signal();
    } else if (ended) {
      return afterEnd();
    }
    return done.future();
  }

  private Future<Void> afterEnd() {
    Promise<Void> promise = CallerContext.promise(context);
    promise.fail(new IllegalStateException("the stream was ended before"));
    return promise.future();
  }

  @Override
  public Future<MutationReceipt> receipt() {
    return receipt.future();
  }

  @Override
  public Future<Void> abandon() {
    if (decided.compareAndSet(false, true)) {
      quiet = true;
      stopped = new Problem(ErrorCode.STREAM_ABANDONED, "its user gave it up");
      work.signal();
    }
    return tie.over();
  }

  @Override
  public Future<MutationReceipt> pipeFrom(ReadStream<Buffer> source) {
    source
        .pipe()
        .endOnFailure(false)
        .to(this)
        .onFailure(e -> stop(new Problem(ErrorCode.STREAM_ABANDONED, "its source failed: " + e)));
    return receipt.future();
  }

  /** Stops the stream unless it has ended. */
  private void stop(Problem why) {
    if (decided.compareAndSet(false, true)) {
      stopped = why;
      work.signal();
    }
  }

  // ---- the tasks ----

  private void step() {
    if (over) {
      dropQueue();
      return;
    }
    if (committing) {
      return;
    }
    try {
      Problem why = stopped;
      if (why != null) {
        finish(file.abandon(why));
        return;
      }
      if (!opened) {
        opened = true;
        file.open();
      }
      if (!queue.isEmpty()) {
        writePiece();
        work.signal();
      } else if (ended) {
        committing = true;
        slots.enter(Objects.requireNonNull(slot), Use.CHANGE, () -> execute(this::commit));
      }
    } catch (MutationException e) {
      finish(e);
    } catch (RuntimeException | Error e) {
      finish(file.abandon(new Problem(ErrorCode.IO_ERROR, "the program failed: " + e)));
    }
  }

  private void writePiece() {
    WriteQueue.Piece piece = queue.next(PIECE);
    try {
      file.write(new BufferSource(piece.content()));
    } catch (MutationException e) {
      piece.completed().forEach(written -> written.fail(e));
      throw e;
    }
    queue.written(piece);
    tellDrained();
  }

  private void commit() {
    MutationReceipt committed;
    try {
      committed = file.commit();
    } catch (MutationException e) {
      slots.leave(Objects.requireNonNull(slot), Use.CHANGE);
      finish(e);
      return;
    }
    slots.leave(Objects.requireNonNull(slot), Use.CHANGE);
    over = true;
    receipt.complete(committed);
    done.complete();
    dropQueue();
    tie.release();
  }

  private void finish(MutationException cause) {
    failure = cause;
    over = true;
    receipt.fail(cause);
    done.fail(cause);
    dropQueue();
    tellFailure();
    tie.release();
  }

  private void dropQueue() {
    MutationException cause = failure;
    queue.fail(cause == null ? new IllegalStateException("the stream was ended before") : cause);
    tellDrained();
  }

  // ---- handlers ----

  @Override
  public StoreWriteStream setWriteQueueMaxSize(int maxSize) {
    if (maxSize < 1) {
      throw new IllegalArgumentException("maxSize is " + maxSize + ", expected 1 or more");
    }
    maxQueue = maxSize;
    return this;
  }

  @Override
  public boolean writeQueueFull() {
    if (queue.waiting() < maxQueue) {
      return false;
    }
    toldFull.set(true);
    tellDrained(); // it may have been written in this very moment
    return true;
  }

  @Override
  public StoreWriteStream drainHandler(@Nullable Handler<Void> handler) {
    drainHandler = handler;
    tellDrained();
    return this;
  }

  private void tellDrained() {
    if (drainHandler != null
        && queue.waiting() <= maxQueue / 2
        && toldFull.compareAndSet(true, false)) {
      CallerContext.run(
          context,
          () -> {
            Handler<Void> handler = drainHandler;
            if (handler != null) {
              handler.handle(null);
            }
          });
    }
  }

  @Override
  public StoreWriteStream exceptionHandler(@Nullable Handler<Throwable> handler) {
    exceptionHandler = handler;
    tellFailure();
    return this;
  }

  private void tellFailure() {
    MutationException cause = failure;
    Handler<Throwable> handler = exceptionHandler;
    if (cause != null && handler != null && !quiet && toldFailure.compareAndSet(false, true)) {
      CallerContext.run(context, () -> handler.handle(cause));
    }
  }
}
