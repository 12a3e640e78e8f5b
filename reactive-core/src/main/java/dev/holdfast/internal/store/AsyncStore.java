package dev.holdfast.internal.store;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.Appender;
import dev.holdfast.AuditOptions;
import dev.holdfast.AuditProgress;
import dev.holdfast.ConsumeReceipt;
import dev.holdfast.DetachReceipt;
import dev.holdfast.DetachedFile;
import dev.holdfast.DirectoryReceipt;
import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.FilePrefix;
import dev.holdfast.FileSnapshot;
import dev.holdfast.FileVersion;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.MoveReceipt;
import dev.holdfast.OpeningSecurity;
import dev.holdfast.PublishAllResult;
import dev.holdfast.PublishReceipt;
import dev.holdfast.RecoveryReport;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityReport;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.SweepReport;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.append.Append;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.Batches;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.move.Detach;
import dev.holdfast.internal.engine.move.Move;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.publish.EnsureDirectory;
import dev.holdfast.internal.engine.publish.Publish;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.remove.Consume.Consumed;
import dev.holdfast.internal.engine.remove.Remove;
import dev.holdfast.internal.engine.replace.Replace;
import dev.holdfast.internal.engine.replace.ReplaceFrom;
import dev.holdfast.internal.engine.replace.Versions;
import dev.holdfast.internal.engine.scope.PathSlots.Slot;
import dev.holdfast.internal.engine.scope.PathSlots.Use;
import dev.holdfast.internal.exec.BatchLine;
import dev.holdfast.internal.exec.CallerContext;
import dev.holdfast.internal.exec.PendingOperations;
import dev.holdfast.internal.exec.WorkerPool;
import dev.holdfast.stream.ReadStreamOptions;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store of the public API: each operation is one task on a worker thread, or takes part in a
 * batch.
 */
final class AsyncStore implements ManagedStore {
  /** Writing more than this takes longer than the syncs that a batch saves. */
  private static final int LARGEST_IN_A_BATCH = 1024 * 1024;

  /** The path of the root, for what concerns no path in particular. */
  private static final String ROOT = "";

  private final StoreHandle handle;
  private final ManagedStoreOptions options;
  private final Vertx vertx;
  private final WorkerPool pool;
  private final Runnable untie;
  private final Opener opener;
  private final PendingOperations pending;
  private final Streams streams;
  private final BatchLine<QueuedWrite<?>> line;
  private final GroupSize groupSize = new GroupSize();
  private final IdleFiles idleFiles;
  private final AtomicBoolean closing = new AtomicBoolean();
  private final Promise<Void> closed = Promise.promise();

  /** Opens a store with the same options. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens it.
     *
     * @param handle gets its handle, once it is settled who closes it
     */
    Future<ManagedStore> open(Supplier<Future<StoreHandle>> handle);
  }

  /**
   * An open store.
   *
   * @param handle the engine's handle, closed with the store
   * @param options the options it was opened with
   * @param vertx whose contexts the results go to
   * @param pool where its tasks run
   * @param untie gives back the close hook and the share of the pool
   * @param opener opens stores on its directories
   */
  AsyncStore(
      StoreHandle handle,
      ManagedStoreOptions options,
      Vertx vertx,
      WorkerPool pool,
      Runnable untie,
      Opener opener) {
    this.handle = handle;
    this.options = options;
    this.vertx = vertx;
    this.pool = pool;
    this.untie = untie;
    this.opener = opener;
    this.idleFiles = new IdleFiles(handle, pool, vertx);
    this.pending = new PendingOperations(options.getMaxPendingOperations(), this::closeHandle);
    this.streams = new Streams(handle, vertx, pool, this::admit, pending::end);
    Batches batches = handle.batches(SyncFsUse.ifAllowed(options.isSyncfs()));
    this.line =
        new BatchLine<>(
            pool,
            Batches.MOST_MEMBERS,
            () -> new StoreBatch(batches.begin()),
            queued -> queued.rejected(new RejectedExecutionException("the workers are gone")));
  }

  // ---- changes ----

  @Override
  public Future<PublishReceipt> publish(String path, Buffer content, WriteOptions options) {
    return publish(path, content, new WriteOptions(options), this::addToLine);
  }

  private Future<PublishReceipt> publish(
      String path, Buffer content, WriteOptions own, Consumer<QueuedWrite<?>> ready) {
    BufferSource source = new BufferSource(content);
    return goesAlone(source, own)
        ? change(path, Publish::mutation, () -> handle.publish(path, source, own))
        : batched(
            path, Publish::mutation, told -> handle.batchedPublish(path, source, own, told), ready);
  }

  @Override
  public Future<PublishAllResult> publishAll(Map<String, Buffer> files, WriteOptions options) {
    WriteOptions own = new WriteOptions(options);
    Map<String, Buffer> given = new LinkedHashMap<>(files);
    given.forEach(
        (path, content) -> {
          Objects.requireNonNull(path, "path");
          Objects.requireNonNull(content, path);
        });
    Together<QueuedWrite<?>> together = new Together<>(line::add);
    Map<String, Future<PublishReceipt>> results = new LinkedHashMap<>();
    given.forEach((path, content) -> results.put(path, publish(path, content, own, together)));
    together.complete();
    return PublishResults.of(vertx, results);
  }

  @Override
  public Future<ReplaceReceipt> replace(String path, Buffer content, WriteOptions options) {
    BufferSource source = new BufferSource(content);
    WriteOptions own = new WriteOptions(options);
    return goesAlone(source, own)
        ? change(path, Replace::mutation, () -> handle.replace(path, source, own))
        : batched(
            path,
            Replace::mutation,
            told -> handle.batchedReplace(path, source, own, told),
            this::addToLine);
  }

  @Override
  public Future<ReplaceReceipt> compareAndReplace(
      String path, Expectation expectation, Buffer content, WriteOptions options) {
    Objects.requireNonNull(expectation, "expectation");
    BufferSource source = new BufferSource(content);
    WriteOptions own = new WriteOptions(options);
    return change(
        path,
        Replace::exactMutation,
        () -> handle.compareAndReplace(path, expectation, source, own));
  }

  @Override
  public Future<ReplaceReceipt> update(
      String path, Function<Optional<FileSnapshot>, Future<Buffer>> change, WriteOptions options) {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(change, "change");
    return new Update(this, path, change, new WriteOptions(options)).attempt(1);
  }

  @Override
  public Future<ReplaceReceipt> replaceFrom(
      String source,
      Expectation expectedSource,
      String destination,
      Expectation expectedDestination,
      WriteOptions options) {
    Objects.requireNonNull(expectedSource, "expectedSource");
    Objects.requireNonNull(expectedDestination, "expectedDestination");
    WriteOptions own = new WriteOptions(options);
    return submit(
        List.of(new Claim(source, Use.CHANGE), new Claim(destination, Use.CHANGE)),
        problem -> ReplaceFrom.mutation(destination).fail(problem),
        () -> handle.replaceFrom(source, expectedSource, destination, expectedDestination, own));
  }

  @Override
  public Future<DetachReceipt> detach(String path, Expectation expectation, WriteOptions options) {
    Objects.requireNonNull(expectation, "expectation");
    WriteOptions own = new WriteOptions(options);
    return change(path, Detach::mutation, () -> handle.detach(path, expectation, own));
  }

  @Override
  public Future<MoveReceipt> attach(DetachedFile file, String path, WriteOptions options) {
    Objects.requireNonNull(file, "file");
    WriteOptions own = new WriteOptions(options);
    return change(path, Detach::attachMutation, () -> handle.attach(file, path, own));
  }

  @Override
  public Future<RemoveReceipt> discard(DetachedFile file, WriteOptions options) {
    WriteOptions own = new WriteOptions(options);
    return submit(
        ROOT,
        Use.LOOK,
        problem -> Remove.mutation(file.path()).fail(problem),
        () -> handle.discard(file, own));
  }

  @Override
  public Future<RemoveReceipt> removeExpected(
      String path, Expectation expectation, WriteOptions options) {
    Objects.requireNonNull(expectation, "expectation");
    WriteOptions own = new WriteOptions(options);
    return change(path, Remove::mutation, () -> handle.removeExpected(path, expectation, own));
  }

  @Override
  public Future<MoveReceipt> move(
      String source, String destination, Expectation expectation, WriteOptions options) {
    Objects.requireNonNull(expectation, "expectation");
    WriteOptions own = new WriteOptions(options);
    return submit(
        List.of(new Claim(source, Use.CHANGE), new Claim(destination, Use.CHANGE)),
        problem -> Move.mutation(source).fail(problem),
        () -> handle.move(source, destination, expectation, own));
  }

  @Override
  public Future<PublishReceipt> copy(
      String source, String destination, Expectation expectation, WriteOptions options) {
    Objects.requireNonNull(expectation, "expectation");
    WriteOptions own = new WriteOptions(options);
    return submit(
        List.of(new Claim(source, Use.LOOK), new Claim(destination, Use.CHANGE)),
        problem -> Publish.mutation(destination).fail(problem),
        () -> handle.copy(source, destination, expectation, own));
  }

  @Override
  public Future<ConsumeReceipt> consume(String path, WriteOptions options) {
    WriteOptions own = new WriteOptions(options);
    return change(
        path,
        Remove::mutation,
        () -> {
          Consumed consumed = handle.consume(path, own);
          return new ConsumeReceipt(
              path,
              consumed.content().identity(),
              Buffer.buffer(consumed.content().bytes()),
              consumed.receipt().outcome());
        });
  }

  @Override
  public Future<RemoveReceipt> remove(String path, WriteOptions options) {
    WriteOptions own = new WriteOptions(options);
    return change(path, Remove::mutation, () -> handle.remove(path, own));
  }

  @Override
  public Future<DirectoryReceipt> ensureDirectory(String path) {
    return change(path, EnsureDirectory::mutation, () -> handle.ensureDirectory(path));
  }

  /** It would gain nothing from a batch, or keep the others in it waiting. */
  private static boolean goesAlone(BufferSource content, WriteOptions options) {
    return options.getDurability() != Durability.FULL || content.length() > LARGEST_IN_A_BATCH;
  }

  private void addToLine(QueuedWrite<?> queued) {
    line.add(List.of(queued));
  }

  /**
   * Makes a change in a batch, after everything that was called before on the same path.
   *
   * @param ready takes it when it may begin, on any thread
   */
  private <R> Future<R> batched(
      String path,
      Function<String, Mutation> mutation,
      Function<BatchedWrite.Told<R>, BatchedWrite<R>> write,
      Consumer<QueuedWrite<?>> ready) {
    Objects.requireNonNull(path, "path");
    Slot slot;
    try {
      slot = admit(path);
    } catch (Problem e) {
      return CallerContext.failed(vertx, mutation.apply(path).fail(e));
    }
    QueuedWrite<R> queued =
        new QueuedWrite<>(CallerContext.awaited(vertx), write, () -> ended(slot, Use.CHANGE));
    handle.slots().enter(slot, Use.CHANGE, () -> ready.accept(queued));
    return queued.future();
  }

  private <T> Future<T> change(String path, Function<String, Mutation> mutation, Callable<T> task) {
    Objects.requireNonNull(path, "path");
    return submit(path, Use.CHANGE, problem -> mutation.apply(path).fail(problem), task);
  }

  // ---- appends ----

  @Override
  public Future<AppendReceipt> append(String path, Buffer record, AppendOptions options) {
    return append(path, record, null, new AppendOptions(options));
  }

  @Override
  public Future<AppendReceipt> appendExpected(
      String path, Buffer record, FileIdentity expected, AppendOptions options) {
    Objects.requireNonNull(expected, "expected");
    return append(path, record, expected, new AppendOptions(options));
  }

  @Override
  public Future<Appender> openAppender(String path, AppendOptions options) {
    AppendOptions own = new AppendOptions(options);
    return look(
        "openAppender",
        path,
        () -> {
          handle.checkAppendable(path, own);
          return new AsyncAppender(vertx, path, record -> append(path, record, null, own));
        });
  }

  /** Waits for its turn on the path, alone or with others that wait for the same. */
  private Future<AppendReceipt> append(
      String path, Buffer content, @Nullable FileIdentity expected, AppendOptions own) {
    BufferSource record = new BufferSource(content);
    Slot slot;
    try {
      slot = admit(Objects.requireNonNull(path, "path"));
    } catch (Problem e) {
      return CallerContext.failed(vertx, Append.mutation(path).fail(e));
    }
    Promise<AppendReceipt> promise = CallerContext.awaited(vertx);
    AppendGroup.Request request = new AppendGroup.Request(path, record, expected, own, promise);
    AppendGroup group =
        new AppendGroup(
            handle,
            pool,
            request,
            groupSize,
            () -> {
              handle.slots().leave(slot, Use.CHANGE);
              idleFiles.mind();
            },
            pending::end);
    handle
        .slots()
        .enterOrJoin(
            slot,
            Use.CHANGE,
            group,
            last -> last instanceof AppendGroup waiting && waiting.accept(handle, request));
    return promise.future();
  }

  // ---- older versions ----

  @Override
  public Future<List<FileVersion>> history(String path) {
    return look("history", path, () -> handle.history(path));
  }

  @Override
  public Future<FileSnapshot> readVersion(String path, long version) {
    return look("readVersion", path, () -> snapshot(path, handle.readVersion(path, version)));
  }

  @Override
  public Future<ReplaceReceipt> restore(String path, long version, WriteOptions options) {
    WriteOptions own = new WriteOptions(options);
    return change(path, Versions::mutation, () -> handle.restore(path, version, own));
  }

  @Override
  public Future<Integer> clearHistory(String path) {
    return submit(
        Objects.requireNonNull(path, "path"),
        Use.CHANGE,
        problem -> problem.asRequest("clearHistory", path),
        () -> handle.clearHistory(path));
  }

  // ---- looks ----

  @Override
  public Future<List<DetachedFile>> detached() {
    return look("detached", ROOT, handle::detached);
  }

  @Override
  public Future<FileSnapshot> read(String path) {
    return look("read", path, () -> snapshot(path, handle.read(path)));
  }

  @Override
  public Future<FileSnapshot> readExpected(String path, Expectation expectation) {
    Objects.requireNonNull(expectation, "expectation");
    return look("readExpected", path, () -> snapshot(path, handle.readExpected(path, expectation)));
  }

  private static FileSnapshot snapshot(String path, Content content) {
    return new FileSnapshot(path, content.identity(), Buffer.buffer(content.bytes()));
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
    return submit(path, Use.LOOK, problem -> problem.asRequest(operation, path), task);
  }

  // ---- streams ----

  @Override
  public StoreWriteStream writeStream(String path, WriteStreamOptions options) {
    Objects.requireNonNull(path, "path");
    return streams.write(path, new WriteStreamOptions(options));
  }

  @Override
  public StoreReadStream readStream(String path, ReadStreamOptions options) {
    Objects.requireNonNull(path, "path");
    return streams.read(path, new ReadStreamOptions(options));
  }

  // ---- running ----

  /**
   * Runs a task on a worker, after everything that was called before on the same path.
   *
   * @param refusal makes the exception if the task cannot begin
   */
  private <T> Future<T> submit(
      String path, Use use, Function<Problem, StoreException> refusal, Callable<T> task) {
    Slot slot;
    try {
      slot = admit(path);
    } catch (Problem e) {
      return CallerContext.failed(vertx, refusal.apply(e));
    }
    WorkerPool.Deferred<T> deferred = pool.prepare(task, () -> ended(slot, use));
    handle.slots().enter(slot, use, deferred::start);
    return deferred.future();
  }

  /** How an operation on two paths uses one of them. */
  private record Claim(String path, Use use) {}

  /**
   * Runs a task on a worker, after everything that was called before on either of two paths. The
   * paths are entered in one order whoever asks, so that nobody waits for each other crosswise.
   */
  private <T> Future<T> submit(
      List<Claim> claims, Function<Problem, StoreException> refusal, Callable<T> task) {
    SortedMap<String, Claim> ordered = new TreeMap<>();
    claims.forEach(
        claim -> {
          Objects.requireNonNull(claim.path(), "path");
          ordered.merge(claim.path(), claim, (one, other) -> new Claim(claim.path(), Use.CHANGE));
        });
    Map<Slot, Use> slots = new LinkedHashMap<>();
    try {
      for (Claim claim : ordered.values()) {
        Slot slot = slots.isEmpty() ? admit(claim.path()) : alsoAdmit(claim.path());
        slots.put(slot, claim.use());
      }
    } catch (Problem e) {
      return CallerContext.failed(vertx, refusal.apply(e));
    }
    WorkerPool.Deferred<T> deferred =
        pool.prepare(
            task,
            () -> {
              slots.forEach(handle.slots()::leave);
              pending.end();
            });
    Runnable start = deferred::start;
    List<Map.Entry<Slot, Use>> lastFirst = new ArrayList<>(slots.entrySet());
    Collections.reverse(lastFirst);
    for (Map.Entry<Slot, Use> entry : lastFirst) {
      Runnable next = start;
      start = () -> handle.slots().enter(entry.getKey(), entry.getValue(), next);
    }
    start.run();
    return deferred.future();
  }

  /** The second path of an operation that was admitted for its first one. */
  private Slot alsoAdmit(String path) throws Problem {
    try {
      return handle.slot(path);
    } catch (Problem e) {
      pending.end();
      throw e;
    }
  }

  private void ended(Slot slot, Use use) {
    handle.slots().leave(slot, use);
    pending.end();
  }

  private Slot admit(String path) throws Problem {
    switch (pending.begin()) {
      case CLOSED -> throw closedBefore();
      case BUSY ->
          throw new Problem(
              ErrorCode.BUSY,
              "expected fewer than " + options.getMaxPendingOperations() + " pending operations");
      case ADMITTED -> {}
    }
    return alsoAdmit(path);
  }

  private static Problem closedBefore() {
    return new Problem(ErrorCode.CLOSED, "the store was closed before");
  }

  // ---- security ----

  @Override
  public Future<Void> assertBound() {
    return look(
            "assertBound",
            ROOT,
            () -> {
              handle.assertBound();
              return true;
            })
        .mapEmpty();
  }

  @Override
  public Future<SecurityReport> verifyRootSecurity() {
    return look("verifyRootSecurity", ROOT, handle::verifyRootSecurity);
  }

  @Override
  public Future<SecurityReport> verifyTree(AuditOptions options) {
    AuditOptions own = new AuditOptions(options);
    Consumer<AuditProgress> progress = onThisContext(own.getProgressHandler());
    return look("verifyTree", ROOT, () -> handle.verifyTree(own, progress));
  }

  private Consumer<AuditProgress> onThisContext(@Nullable Handler<AuditProgress> handler) {
    if (handler == null) {
      return progress -> {};
    }
    Context context = vertx.getOrCreateContext();
    return progress -> CallerContext.run(context, () -> handler.handle(progress));
  }

  @Override
  public Future<RepairReport> repair(SecurityReport report, RepairOptions options) {
    Objects.requireNonNull(report, "report");
    RepairOptions own = new RepairOptions(options);
    return look("repair", ROOT, () -> handle.repair(report, own));
  }

  @Override
  public Future<SecurityEnvelope> verifySecurity(String path, SecurityEnvelope.Kind kind) {
    Objects.requireNonNull(kind, "kind");
    return look("verifySecurity", path, () -> handle.verifySecurity(path, kind));
  }

  @Override
  public Future<SecurityEnvelope> applySecurity(String path, SecurityEnvelope.Kind kind) {
    Objects.requireNonNull(kind, "kind");
    return look("applySecurity", path, () -> handle.applySecurity(path, kind));
  }

  @Override
  public OpeningSecurity openingSecurity() {
    return handle.openingSecurity();
  }

  // ---- about the store ----

  @Override
  public Future<ManagedStore> subtree(String path) {
    Objects.requireNonNull(path, "path");
    return closing.get()
        ? CallerContext.failed(vertx, closedBefore().asRequest("subtree", path))
        : opener.open(() -> look("subtree", path, () -> handle.subtree(path)));
  }

  @Override
  public String path() {
    return handle.path();
  }

  @Override
  public String profileRoot() {
    String root = options.getProfileRoot() == null ? options.getRoot() : options.getProfileRoot();
    return Objects.requireNonNull(root, "root");
  }

  @Override
  public Future<SweepReport> sweep() {
    return look("sweep", ROOT, handle::sweep);
  }

  @Override
  public StoreCapabilities capabilities() {
    return handle.capabilities();
  }

  @Override
  public RecoveryReport recovery() {
    return handle.recovery();
  }

  @Override
  public ManagedStoreOptions options() {
    return new ManagedStoreOptions(options);
  }

  @Override
  public Future<Void> close() {
    if (closing.compareAndSet(false, true)) {
      pending.close();
      streams.close();
    }
    return CallerContext.rebind(vertx, closed.future());
  }

  /** Runs when the last operation has ended, on whatever thread that was. */
  private void closeHandle() {
    idleFiles.stop();
    pool.execute(
        handle::close,
        () -> {
          untie.run();
          closed.complete();
        });
  }
}
