package dev.holdfast.internal.engine;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.DirectoryReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationException;
import dev.holdfast.PublishReceipt;
import dev.holdfast.RecoveryReport;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.RequestException;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.append.Append;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.BatchedWrite.Told;
import dev.holdfast.internal.engine.batch.Batches;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.move.Move;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.engine.publish.EnsureDirectory;
import dev.holdfast.internal.engine.publish.Publish;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.read.FileReading;
import dev.holdfast.internal.engine.read.Listing;
import dev.holdfast.internal.engine.read.Reads;
import dev.holdfast.internal.engine.remove.Consume;
import dev.holdfast.internal.engine.remove.Remove;
import dev.holdfast.internal.engine.replace.CompareAndReplace;
import dev.holdfast.internal.engine.replace.Replace;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.root.Root;
import dev.holdfast.internal.engine.root.RootOpener;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.root.WriteSide;
import dev.holdfast.internal.engine.scope.PathSlots;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.SharedByRoot;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.SysException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One handle on a root: every operation of the store, blocking, for drivers to run where they may
 * block. Safe for use by several threads. The driver closes it once, after its last operation.
 */
public final class StoreHandle {
  private static final String STREAM = "readStream";

  private final ProcessScope<ManagedRoot> scope;
  private final ManagedRoot root;
  private final SharedByRoot.Key key;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Publish publish;
  private final Replace replace;
  private final CompareAndReplace compareAndReplace;
  private final Remove remove;
  private final Consume consume;
  private final Move move;
  private final Append append;
  private final EnsureDirectory ensureDirectory;
  private final Reads reads;
  private final Listing listing;

  private StoreHandle(
      ProcessScope<ManagedRoot> scope, ManagedRoot root, Binding binding, SharedByRoot.Key key) {
    this.scope = scope;
    this.root = root;
    this.key = key;
    this.publish = new Publish(root, binding);
    this.replace = new Replace(root, binding);
    this.compareAndReplace = new CompareAndReplace(root, binding);
    this.remove = new Remove(root, binding);
    this.append = new Append(root, binding);
    this.ensureDirectory = new EnsureDirectory(root, binding);
    this.reads = new Reads(root, binding);
    this.listing = new Listing(root, binding);
    this.consume = new Consume(reads, remove);
    this.move = new Move(root, binding);
  }

  /**
   * Opens a handle.
   *
   * @param scope the process
   * @param rootPath the configured path of the root
   * @param workingDirectory where a relative path starts
   * @param options what all handles on the root agree on
   * @param readOnly whether this handle refuses every change
   * @return the handle
   * @throws RequestException saying why it cannot be opened
   */
  public static StoreHandle open(
      ProcessScope<ManagedRoot> scope,
      String rootPath,
      String workingDirectory,
      RootOptions options,
      boolean readOnly) {
    return request(
        "open",
        rootPath,
        () -> {
          AbsolutePath path = RootPath.parse(rootPath, workingDirectory);
          RootOpener opener = new RootOpener(scope);
          RootOpener.Opened opened = opener.open(path, readOnly);
          SharedByRoot.Key key = new SharedByRoot.Key(opened.root().key(), readOnly);
          ManagedRoot root = share(scope, key, opened.root(), options);
          return new StoreHandle(scope, root, opened.binding(), key);
        });
  }

  private static ManagedRoot share(
      ProcessScope<ManagedRoot> scope, SharedByRoot.Key key, Root opened, RootOptions options)
      throws Problem {
    ManagedRoot fresh = ManagedRoot.on(scope, opened, options);
    ManagedRoot shared = scope.engines().acquire(key, fresh);
    if (shared.root().dir() == opened.dir()) {
      return shared; // ours is the first
    }
    opened.close();
    Optional<String> conflict = shared.options().conflictWith(options);
    if (conflict.isPresent()) {
      release(scope, key, shared);
      throw new Problem(
          ErrorCode.OPTIONS_CONFLICT,
          "the root is open already with other options: " + conflict.get());
    }
    return shared;
  }

  private static void release(
      ProcessScope<ManagedRoot> scope, SharedByRoot.Key key, ManagedRoot root) {
    if (scope.engines().release(key)) {
      root.close();
    }
  }

  /** Gives the handle back, once; the last one on a root closes it. */
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release(scope, key, root);
    }
  }

  /**
   * What the root's file system can do.
   *
   * @return what was found at open
   */
  public StoreCapabilities capabilities() {
    return root.root().capabilities();
  }

  /**
   * What dead processes had left when the store was opened.
   *
   * @return the report; nothing for read-only handles, which do not look
   */
  public RecoveryReport recovery() {
    return root.root().writeSide().map(WriteSide::recovered).orElse(RecoveryReport.NOTHING);
  }

  /**
   * The order of operations on one path, kept by the driver.
   *
   * @return the slots, shared by everything in this process
   */
  public PathSlots slots() {
    return scope.slots();
  }

  /**
   * The slot of a path.
   *
   * @param path the path, {@code ""} for the root
   * @return the slot
   * @throws Problem {@link ErrorCode#INVALID_PATH} if it breaks a rule
   */
  public PathSlots.Slot slot(String path) throws Problem {
    return new PathSlots.Slot(key.root(), ManagedPath.parseDirectory(path));
  }

  // ---- changes ----

  /**
   * Publishes a file without replacing.
   *
   * @param path the path of the new file
   * @param content its content
   * @param options durability and parents
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public PublishReceipt publish(String path, ByteSource content, WriteOptions options) {
    if (key.readOnly()) {
      throw Publish.mutation(path).fail(readOnlyProblem());
    }
    return publish.run(path, content, options);
  }

  /**
   * Replaces a file, or publishes it if nothing is there.
   *
   * @param path the path of the file
   * @param content its new content
   * @param options durability and parents
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt replace(String path, ByteSource content, WriteOptions options) {
    if (key.readOnly()) {
      throw Replace.mutation(path).fail(readOnlyProblem());
    }
    return replace.run(path, content, options);
  }

  /**
   * Replaces a file if it is the expected one.
   *
   * @param path the path of the file
   * @param expectation what it has to be
   * @param content its new content
   * @param options durability
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt compareAndReplace(
      String path, Expectation expectation, ByteSource content, WriteOptions options) {
    if (key.readOnly()) {
      throw CompareAndReplace.mutation(path).fail(readOnlyProblem());
    }
    return letGo(path, compareAndReplace.run(path, expectation, content, options));
  }

  /**
   * Removes a file if it is the expected one.
   *
   * @param path the path of the file
   * @param expectation what it has to be
   * @param options durability
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public RemoveReceipt removeExpected(String path, Expectation expectation, WriteOptions options) {
    if (key.readOnly()) {
      throw Remove.mutation(path).fail(readOnlyProblem());
    }
    return letGo(path, remove.run(path, Optional.of(expectation), options));
  }

  /**
   * Moves a file without replacing.
   *
   * @param source the path of the file
   * @param destination its new path
   * @param expectation what it has to be
   * @param options durability and parents
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public MoveReceipt move(
      String source, String destination, Expectation expectation, WriteOptions options) {
    if (key.readOnly()) {
      throw Move.mutation(source).fail(readOnlyProblem());
    }
    return move.run(source, destination, expectation, options);
  }

  /**
   * Publishes a copy of a file.
   *
   * @param source the path of the file
   * @param destination the path of the copy
   * @param expectation what the file has to be
   * @param options durability and parents
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public PublishReceipt copy(
      String source, String destination, Expectation expectation, WriteOptions options) {
    if (key.readOnly()) {
      throw Publish.mutation(destination).fail(readOnlyProblem());
    }
    Content content;
    try {
      content = readExpected(source, expectation);
    } catch (RequestException e) {
      throw Publish.mutation(destination)
          .fail(new Problem(e.code(), "the source: " + e.getMessage()));
    }
    return publish.run(destination, ByteSource.of(content.bytes()), options);
  }

  /**
   * Removes a file.
   *
   * @param path the path of the file
   * @param options durability
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public RemoveReceipt remove(String path, WriteOptions options) {
    if (key.readOnly()) {
      throw Remove.mutation(path).fail(readOnlyProblem());
    }
    return letGo(path, remove.run(path, options));
  }

  /**
   * Appends records to a file in one write, all or nothing.
   *
   * @param path the path of the file
   * @param records what to append, at least one record
   * @param expected which file it has to be, or null for whatever it is
   * @param options durability, framing and what to do if nothing is there
   * @return a receipt for each record
   * @throws MutationException saying what happened to all of them
   */
  public List<AppendReceipt> append(
      String path,
      List<ByteSource> records,
      @Nullable FileIdentity expected,
      AppendOptions options) {
    if (key.readOnly()) {
      throw Append.mutation(path).fail(readOnlyProblem());
    }
    return append.run(path, records, expected, options);
  }

  /**
   * Checks whether records can be appended to what is at a path, as far as that can be told.
   *
   * @param path the path of the file
   * @param options whether it is made if nothing is there
   * @throws RequestException if it is known already that they cannot
   */
  public void checkAppendable(String path, AppendOptions options) {
    request(
        "openAppender",
        path,
        () -> {
          refuseIfReadOnly();
          if (reads.exists(path) || !options.isCreateIfAbsent()) {
            reads.identify(path);
          }
          return true;
        });
  }

  /**
   * Closes files that are kept open for the next append and were not used for some time.
   *
   * @param nanos how long
   * @return how many are open still
   */
  public int closeIdleFiles(long nanos) {
    return root.kept().closeIdle(nanos);
  }

  /**
   * Reads a file and removes exactly what was read.
   *
   * @param path the path of the file
   * @return what was read, and how it was removed
   * @throws RequestException if it cannot be read
   * @throws MutationException if it cannot be removed
   */
  public Consume.Consumed consume(String path) {
    if (key.readOnly()) {
      throw Remove.mutation(path).fail(readOnlyProblem());
    }
    return letGo(path, request("consume", path, () -> consume.run(path)));
  }

  /**
   * Makes a directory and its missing parents.
   *
   * @param path the path of the directory
   * @return the receipt
   * @throws MutationException saying what happened
   */
  public DirectoryReceipt ensureDirectory(String path) {
    if (key.readOnly()) {
      throw EnsureDirectory.mutation(path).fail(readOnlyProblem());
    }
    return ensureDirectory.run(path);
  }

  /**
   * Batches of publishes and replaces.
   *
   * @param syncFs when a batch syncs the whole file system once instead of each file
   * @return the batches of this handle
   */
  public Batches batches(SyncFsUse syncFs) {
    return new Batches(root, syncFs);
  }

  /**
   * A publish for a batch.
   *
   * @param path the path of the new file
   * @param content its content
   * @param options durability and parents
   * @param told hears how it ended
   * @return the change
   */
  public BatchedWrite<PublishReceipt> batchedPublish(
      String path, ByteSource content, WriteOptions options, Told<PublishReceipt> told) {
    return new BatchedWrite<>(
        Publish.mutation(path),
        mutation -> {
          refuseIfReadOnly();
          return publish.stage(mutation, path, content, options);
        },
        told);
  }

  /**
   * A replace for a batch.
   *
   * @param path the path of the file
   * @param content its new content
   * @param options durability and parents
   * @param told hears how it ended
   * @return the change
   */
  public BatchedWrite<ReplaceReceipt> batchedReplace(
      String path, ByteSource content, WriteOptions options, Told<ReplaceReceipt> told) {
    return new BatchedWrite<>(
        Replace.mutation(path),
        mutation -> {
          refuseIfReadOnly();
          return replace.stage(mutation, path, content, options);
        },
        told);
  }

  private void refuseIfReadOnly() throws Problem {
    if (key.readOnly()) {
      throw readOnlyProblem();
    }
  }

  /** Nobody appends to a file that is gone: what is open of it only keeps its space. */
  private <T> T letGo(String path, T result) {
    append.forget(path);
    return result;
  }

  private static Problem readOnlyProblem() {
    return new Problem(ErrorCode.READ_ONLY_HANDLE, "this handle refuses every change");
  }

  /**
   * Publishes or replaces a file whose content arrives in pieces. Nothing is done yet.
   *
   * @param path the path of the file
   * @param replaces whether what is there is replaced
   * @param options durability and parents
   * @param rule what the content has to be
   * @return the change, to be made step by step
   */
  public StreamedWrite streamWrite(
      String path, boolean replaces, WriteOptions options, ContentRule rule) {
    return new StreamedWrite(
        replaces ? Replace.mutation(path) : Publish.mutation(path),
        mutation -> {
          refuseIfReadOnly();
          return replaces
              ? replace.begin(mutation, path, options)
              : publish.begin(mutation, path, options);
        },
        rule);
  }

  // ---- looks ----

  /**
   * Reads a whole file.
   *
   * @param path the file
   * @return its content
   * @throws RequestException if it cannot be read
   */
  public Content read(String path) {
    return request("read", path, () -> reads.whole(path));
  }

  /**
   * Reads a whole file if it is the expected one.
   *
   * @param path the file
   * @param expectation what it has to be
   * @return its content
   * @throws RequestException if it cannot be read, or is another one
   */
  public Content readExpected(String path, Expectation expectation) {
    return request(
        "readExpected",
        path,
        () -> {
          Content content = reads.whole(path);
          Expected.check(expectation, content.identity());
          return content;
        });
  }

  /**
   * Reads the beginning of a file.
   *
   * @param path the file
   * @param length how many bytes at most
   * @return its beginning
   * @throws RequestException if it cannot be read
   */
  public Content readPrefix(String path, int length) {
    return request("readPrefix", path, () -> reads.prefix(path, length));
  }

  /**
   * Opens a file to be read piece by piece.
   *
   * @param path the file
   * @param offset where to begin
   * @param length how many bytes at most
   * @return the open file, to be closed
   * @throws RequestException if it cannot be read
   */
  public FileReading openStream(String path, long offset, long length) {
    return request(STREAM, path, () -> reads.open(path, offset, length));
  }

  /**
   * Reads the next piece.
   *
   * @param path the file, for messages
   * @param reading the open file
   * @param most how many bytes at most
   * @return that many, or all that remain
   * @throws RequestException if it cannot be read
   */
  public byte[] readOn(String path, FileReading reading, int most) {
    return request(STREAM, path, () -> reading.next(most));
  }

  /**
   * Ends a reading of which nothing remains.
   *
   * @param path the file, for messages
   * @param reading the open file, not closed by this
   * @param rule what the content has to be
   * @return the digest of what was read
   * @throws RequestException if it is worthless
   */
  public String finish(String path, FileReading reading, ContentRule rule) {
    return request(
        STREAM,
        path,
        () -> {
          String digest = reading.finish();
          rule.checkDigest(digest);
          return digest;
        });
  }

  /**
   * Tells whether anything is at a path.
   *
   * @param path the path
   * @return false only if it is proven that nothing is there
   * @throws RequestException if that cannot be told
   */
  public boolean exists(String path) {
    return request("exists", path, () -> reads.exists(path));
  }

  /**
   * Tells which file is at a path.
   *
   * @param path the file
   * @return its identity, without digest
   * @throws RequestException if there is no such file
   */
  public FileIdentity identify(String path) {
    return request("identify", path, () -> reads.identify(path));
  }

  /**
   * Lists one page of a directory.
   *
   * @param directory the directory, {@code ""} for the root
   * @param options which page
   * @return the page
   * @throws RequestException if it cannot be listed
   */
  public ListPage list(String directory, ListOptions options) {
    return request("list", directory, () -> listing.page(directory, options));
  }

  /** Something that changes nothing. */
  @FunctionalInterface
  private interface Look<T> {
    T run() throws Problem, SysException;
  }

  private static <T> T request(String operation, String path, Look<T> look) throws StoreException {
    try {
      return look.run();
    } catch (Problem e) {
      throw e.asRequest(operation, path);
    } catch (SysException e) {
      throw Problem.of(e).asRequest(operation, path);
    }
  }
}
