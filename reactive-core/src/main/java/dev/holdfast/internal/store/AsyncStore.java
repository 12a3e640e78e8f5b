package dev.holdfast.internal.store;

import dev.holdfast.DirectoryReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.FilePrefix;
import dev.holdfast.FileSnapshot;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.PublishReceipt;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.publish.EnsureDirectory;
import dev.holdfast.internal.engine.publish.Publish;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.exec.CallerContext;
import dev.holdfast.internal.exec.PendingOperations;
import dev.holdfast.internal.exec.WorkerPool;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** The store of the public API: each operation is one task on a worker thread. */
final class AsyncStore implements ManagedStore {
  private final StoreHandle handle;
  private final ManagedStoreOptions options;
  private final Vertx vertx;
  private final WorkerPool pool;
  private final Runnable untie;
  private final PendingOperations pending;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Promise<Void> closed = Promise.promise();

  /**
   * An open store.
   *
   * @param handle the engine's handle, closed with the store
   * @param options the options it was opened with
   * @param vertx whose contexts the results go to
   * @param pool where its tasks run
   * @param untie gives back the close hook and the share of the pool
   */
  AsyncStore(
      StoreHandle handle,
      ManagedStoreOptions options,
      Vertx vertx,
      WorkerPool pool,
      Runnable untie) {
    this.handle = handle;
    this.options = options;
    this.vertx = vertx;
    this.pool = pool;
    this.untie = untie;
    this.pending = new PendingOperations(options.getMaxPendingOperations(), this::closeHandle);
  }

  // ---- changes ----

  @Override
  public Future<PublishReceipt> publish(String path, Buffer content, WriteOptions options) {
    Objects.requireNonNull(path, "path");
    BufferSource source = new BufferSource(content);
    WriteOptions own = new WriteOptions(options);
    return submit(
        problem -> Publish.mutation(path).fail(problem), () -> handle.publish(path, source, own));
  }

  @Override
  public Future<DirectoryReceipt> ensureDirectory(String path) {
    Objects.requireNonNull(path, "path");
    return submit(
        problem -> EnsureDirectory.mutation(path).fail(problem),
        () -> handle.ensureDirectory(path));
  }

  // ---- looks ----

  @Override
  public Future<FileSnapshot> read(String path) {
    return look(
        "read",
        path,
        () -> {
          Content content = handle.read(path);
          return new FileSnapshot(path, content.identity(), Buffer.buffer(content.bytes()));
        });
  }

  @Override
  public Future<FilePrefix> readPrefix(String path, int length) {
    if (length < 0 || length > options.getMaxFileBytes()) {
      throw new IllegalArgumentException(
          "length is " + length + ", expected 0 to " + options.getMaxFileBytes());
    }
    return look(
        "readPrefix",
        path,
        () -> {
          Content content = handle.readPrefix(path, length);
          return new FilePrefix(path, content.identity(), Buffer.buffer(content.bytes()));
        });
  }

  @Override
  public Future<Boolean> exists(String path) {
    return look("exists", path, () -> handle.exists(path));
  }

  @Override
  public Future<FileIdentity> identify(String path) {
    return look("identify", path, () -> handle.identify(path));
  }

  @Override
  public Future<ListPage> list(String directory, ListOptions options) {
    ListOptions own = new ListOptions(options);
    return look("list", directory, () -> handle.list(directory, own));
  }

  private <T> Future<T> look(String operation, String path, Callable<T> task) {
    Objects.requireNonNull(path, "path");
    return submit(problem -> problem.asRequest(operation, path), task);
  }

  // ---- running ----

  /**
   * Runs a task on a worker if there is room for it.
   *
   * @param refusal makes the exception if the task cannot begin
   */
  private <T> Future<T> submit(Function<Problem, StoreException> refusal, Callable<T> task) {
    switch (pending.begin()) {
      case CLOSED -> {
        return CallerContext.failed(
            vertx, refusal.apply(new Problem(ErrorCode.CLOSED, "the store was closed before")));
      }
      case BUSY -> {
        return CallerContext.failed(
            vertx,
            refusal.apply(
                new Problem(
                    ErrorCode.BUSY,
                    "expected fewer than "
                        + options.getMaxPendingOperations()
                        + " pending operations")));
      }
      case ADMITTED -> {}
    }
    return pool.run(task, pending::end);
  }

  // ---- about the store ----

  @Override
  public StoreCapabilities capabilities() {
    return handle.capabilities();
  }

  @Override
  public ManagedStoreOptions options() {
    return new ManagedStoreOptions(options);
  }

  @Override
  public Future<Void> close() {
    if (closing.compareAndSet(false, true)) {
      pending.close();
    }
    return CallerContext.rebind(vertx, closed.future());
  }

  /** Runs when the last operation has ended, on whatever thread that was. */
  private void closeHandle() {
    pool.execute(
        handle::close,
        () -> {
          untie.run();
          closed.complete();
        });
  }
}
