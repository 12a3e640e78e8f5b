package dev.holdfast.internal.store;

import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.PathSlots.Slot;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.exec.WorkerPool;
import dev.holdfast.stream.ReadStreamOptions;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Context;
import io.vertx.core.Vertx;

/** Makes the streams of one store. */
final class Streams {
  private final StoreHandle handle;
  private final Vertx vertx;
  private final WorkerPool pool;
  private final Admission admission;
  private final OpenStreams open;

  /** Whether a stream may begin on a path. */
  @FunctionalInterface
  interface Admission {
    /** Counts one pending operation more and gives the path's slot. */
    Slot admit(String path) throws Problem;
  }

  /**
   * None yet.
   *
   * @param handle the engine's handle
   * @param vertx whose contexts handlers are called on
   * @param pool where their tasks run
   * @param admission lets them begin
   * @param ended is told of each admitted one that is over
   */
  Streams(StoreHandle handle, Vertx vertx, WorkerPool pool, Admission admission, Runnable ended) {
    this.handle = handle;
    this.vertx = vertx;
    this.pool = pool;
    this.admission = admission;
    this.open = new OpenStreams(ended);
  }

  StoreWriteStream write(String path, WriteStreamOptions options) {
    Context context = vertx.getOrCreateContext();
    StreamedWrite file =
        handle.streamWrite(
            path,
            new StreamedWrite.Kind(options.isReplace(), options.getReplacedExpectation()),
            new WriteOptions()
                .setDurability(options.getDurability())
                .setCreateParents(options.isCreateParents())
                .setFence(options.getFence()),
            rule(options));
    AsyncWriteStream stream =
        new AsyncWriteStream(
            file,
            handle.slots(),
            pool,
            context,
            new StreamTie(vertx, context, open),
            options.getWriteQueueMaxSize());
    try {
      stream.start(admission.admit(path));
    } catch (Problem e) {
      stream.refuse(e);
    }
    return stream;
  }

  private static ContentRule rule(WriteStreamOptions options) {
    return new ContentRule(
        options.getMaxSize(),
        options.getExpectedSize().isPresent() ? options.getExpectedSize().getAsLong() : null,
        options.getExpectedSha256());
  }

  StoreReadStream read(String path, ReadStreamOptions options) {
    Context context = vertx.getOrCreateContext();
    AsyncReadStream stream =
        new AsyncReadStream(
            handle, path, options, pool, context, new StreamTie(vertx, context, open));
    try {
      stream.start(admission.admit(path));
    } catch (Problem e) {
      stream.refuse(e);
    }
    return stream;
  }

  /** Stops all of them, because the store is closed. */
  void close() {
    open.close();
  }
}
