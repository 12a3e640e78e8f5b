package dev.holdfast.internal.store;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.read.FileReading;
import dev.holdfast.internal.engine.scope.PathSlots.Slot;
import dev.holdfast.internal.engine.scope.PathSlots.Use;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.exec.CallerContext;
import dev.holdfast.internal.exec.Signalled;
import dev.holdfast.internal.exec.WorkerPool;
import dev.holdfast.stream.ReadStreamOptions;
import dev.holdfast.stream.StoreReadStream;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A read stream: one short task at a time reads a piece ahead of the consumer, and one event at a
 * time gives a piece to the consumer on its context. Each side asks the other to go on; neither
 * waits.
 */
final class AsyncReadStream implements StoreReadStream {
  /** How many pieces may be read and not given yet. */
  private static final int AHEAD = 2;

  private final StoreHandle handle;
  private final String path;
  private final ReadStreamOptions options;
  private final WorkerPool pool;
  private final Context context;
  private final StreamTie tie;
  private final Signalled reading;
  private final Signalled giving;
  private final Promise<FileIdentity> identity;
  private final Promise<String> sha256;

  private final Queue<Buffer> pieces = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ahead = new AtomicInteger();
  private final AtomicLong demand = new AtomicLong(Long.MAX_VALUE);
  private volatile boolean wanted;
  private volatile boolean allRead;
  private volatile @Nullable StoreException failure;

  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile @Nullable Problem stopped;
  private volatile boolean closed;

  private volatile @Nullable Handler<Buffer> handler;
  private volatile @Nullable Handler<Void> endHandler;
  private volatile @Nullable Handler<Throwable> exceptionHandler;

  // Used by the reading tasks only, once the file is open or cannot be opened.
  private volatile boolean tried;
  private @Nullable FileReading file;
  private @Nullable StoreException refusal;
  private boolean over;

  // Used by the giving events only.
  private boolean last;

  /** A stream that was not started yet. */
  AsyncReadStream(
      StoreHandle handle,
      String path,
      ReadStreamOptions options,
      WorkerPool pool,
      Context context,
      StreamTie tie) {
    this.handle = handle;
    this.path = path;
    this.options = options;
    this.pool = pool;
    this.context = context;
    this.tie = tie;
    this.identity = CallerContext.promise(context);
    this.sha256 = CallerContext.promise(context);
    this.reading = new Signalled(this::execute, this::readPiece);
    this.giving = new Signalled(this::emit, this::givePiece);
  }

  /** Opens the file, after what was called before on its path. */
  void start(Slot slot) {
    tie.attach(this::stop);
    handle.slots().enter(slot, Use.LOOK, () -> execute(() -> open(slot)));
  }

  /** Ends before anything was done. */
  void refuse(Problem why) {
    fail(why.asRequest("readStream", path));
  }

  private void execute(Runnable task) {
    try {
      pool.execute(task, () -> {});
    } catch (RejectedExecutionException e) {
      // the stream was over, and the store closed, before this was asked for
    }
  }

  private void emit(Runnable event) {
    CallerContext.run(context, event);
  }

  // ---- the tasks ----

  private void open(Slot slot) {
    try {
      FileReading opened = handle.openStream(path, options.getOffset(), options.getLength());
      file = opened;
      identity.complete(opened.identity());
    } catch (StoreException e) {
      refusal = e;
    } finally {
      handle.slots().leave(slot, Use.LOOK);
      tried = true;
      reading.signal();
    }
  }

  private void readPiece() {
    if (!tried || over) {
      return;
    }
    FileReading from = file;
    Problem why = stopped;
    if (from == null) {
      fail(
          refusal == null
              ? new Problem(ErrorCode.IO_ERROR, "the program failed").asRequest("readStream", path)
              : refusal);
    } else if (why != null) {
      fail(why.asRequest("readStream", path));
    } else if (wanted && ahead.get() < AHEAD) {
      try {
        readFrom(from);
      } catch (StoreException e) {
        fail(e);
      } catch (RuntimeException | Error e) {
        Problem problem = new Problem(ErrorCode.IO_ERROR, "the program failed: " + e);
        fail(problem.asRequest("readStream", path));
      }
    }
  }

  private void readFrom(FileReading from) {
    if (from.remaining() > 0) {
      ahead.incrementAndGet();
      pieces.add(Buffer.buffer(handle.readOn(path, from, options.getChunkSize())));
      giving.signal();
    }
    if (from.remaining() > 0) {
      reading.signal();
      return;
    }
    ContentRule rule = new ContentRule(Long.MAX_VALUE, null, options.getExpectedSha256());
    String digest = handle.finish(path, from, rule);
    over = true;
    from.close();
    sha256.complete(digest);
    allRead = true;
    giving.signal();
    tie.release();
  }

  private void fail(StoreException cause) {
    over = true;
    if (file != null) {
      file.close();
    }
    identity.tryFail(cause);
    sha256.tryFail(cause);
    failure = cause;
    giving.signal();
    tie.release();
  }

  // ---- the events ----

  private void givePiece() {
    if (last || closed) {
      pieces.clear();
      return;
    }
    StoreException cause = failure;
    if (cause != null) {
      pieces.clear();
      Handler<Throwable> receiver = exceptionHandler;
      if (receiver != null) {
        last = true;
        receiver.handle(cause);
      }
      return;
    }
    Handler<Buffer> receiver = handler;
    if (receiver == null || demand.get() == 0) {
      return;
    }
    boolean end = allRead; // looked at before the queue, which gets its last piece before that
    Buffer piece = pieces.poll();
    if (piece != null) {
      demand.updateAndGet(
          wanting -> wanting == Long.MAX_VALUE || wanting == 0 ? wanting : wanting - 1);
      ahead.decrementAndGet();
      reading.signal();
      giving.signal();
      receiver.handle(piece);
    } else if (end) {
      last = true;
      Handler<Void> ending = endHandler;
      if (ending != null) {
        ending.handle(null);
      }
    }
  }

  // ---- the caller's side ----

  @Override
  public StoreReadStream handler(@Nullable Handler<Buffer> handler) {
    this.handler = handler;
    if (handler != null) {
      wanted = true;
      reading.signal();
      giving.signal();
    } else if (wanted) {
      close();
    }
    return this;
  }

  @Override
  public StoreReadStream pause() {
    demand.set(0);
    return this;
  }

  @Override
  public StoreReadStream resume() {
    return fetch(Long.MAX_VALUE);
  }

  @Override
  public StoreReadStream fetch(long amount) {
    if (amount < 0) {
      throw new IllegalArgumentException("amount is " + amount + ", expected 0 or more");
    }
    demand.updateAndGet(
        wanting -> amount > Long.MAX_VALUE - wanting ? Long.MAX_VALUE : wanting + amount);
    giving.signal();
    return this;
  }

  @Override
  public StoreReadStream endHandler(@Nullable Handler<Void> endHandler) {
    this.endHandler = endHandler;
    return this;
  }

  @Override
  public StoreReadStream exceptionHandler(@Nullable Handler<Throwable> handler) {
    exceptionHandler = handler;
    if (handler != null) {
      giving.signal();
    }
    return this;
  }

  @Override
  public Future<FileIdentity> identity() {
    return identity.future();
  }

  @Override
  public Future<String> sha256() {
    return sha256.future();
  }

  @Override
  public Future<Void> close() {
    closed = true;
    stop(new Problem(ErrorCode.STREAM_ABANDONED, "its user closed it"));
    return tie.over();
  }

  private void stop(Problem why) {
    if (stopping.compareAndSet(false, true)) {
      stopped = why;
      reading.signal();
    }
  }
}
