package dev.holdfast.internal.engine;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.AuditOptions;
import dev.holdfast.AuditProgress;
import dev.holdfast.DetachReceipt;
import dev.holdfast.DetachedFile;
import dev.holdfast.DirectoryReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.FileVersion;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import dev.holdfast.OpeningSecurity;
import dev.holdfast.PublishReceipt;
import dev.holdfast.RecoveryReport;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.RequestException;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.SecurityReport;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.SweepReport;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.append.Append;
import dev.holdfast.internal.engine.audit.Audit;
import dev.holdfast.internal.engine.audit.OneObject;
import dev.holdfast.internal.engine.audit.Repair;
import dev.holdfast.internal.engine.audit.RepairAtOpen;
import dev.holdfast.internal.engine.batch.BatchedWrite;
import dev.holdfast.internal.engine.batch.BatchedWrite.Told;
import dev.holdfast.internal.engine.batch.Batches;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.NewFiles;
import dev.holdfast.internal.engine.directory.Subtrees;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.move.Detach;
import dev.holdfast.internal.engine.move.Move;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.engine.publish.EnsureDirectory;
import dev.holdfast.internal.engine.publish.Publish;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.read.FileReading;
import dev.holdfast.internal.engine.read.Listing;
import dev.holdfast.internal.engine.read.Reads;
import dev.holdfast.internal.engine.remove.Consume;
import dev.holdfast.internal.engine.remove.Remove;
import dev.holdfast.internal.engine.replace.Replace;
import dev.holdfast.internal.engine.replace.ReplaceFrom;
import dev.holdfast.internal.engine.replace.Versions;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.root.RootOpener;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.root.WriteSide;
import dev.holdfast.internal.engine.scope.PathSlots;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.SysException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One handle on a root, or on a directory of it: every operation of the store, blocking, for
 * drivers to run where they may block. Safe for use by several threads. The driver closes it once,
 * after its last operation.
 */
public final class StoreHandle {
  private static final String STREAM = "readStream";

  private final EngineShare share;
  private final ManagedRoot root;
  private final Binding binding;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Publish publish;
  private final Replace replace;
  private final ReplaceFrom replaceFrom;
  private final Versions versions;
  private final Detach detach;
  private final Remove remove;
  private final Consume consume;
  private final Move move;
  private final Append append;
  private final EnsureDirectory ensureDirectory;
  private final Reads reads;
  private final Listing listing;
  private final Audit audit;
  private final Repair repair;
  private final OneObject oneObject;
  private final OpeningSecurity openingSecurity;

  private StoreHandle(
      EngineShare share, ManagedRoot root, Binding binding, OpeningSecurity openingSecurity) {
    this.share = share;
    this.openingSecurity = openingSecurity;
    this.root = root;
    this.binding = binding;
    this.publish = new Publish(root, binding);
    this.replace = new Replace(root, binding);
    this.replaceFrom = new ReplaceFrom(root, binding);
    this.remove = new Remove(root, binding);
    this.append = new Append(root, binding);
    this.ensureDirectory = new EnsureDirectory(root, binding);
    this.reads = new Reads(root, binding);
    this.listing = new Listing(root, binding);
    this.audit = new Audit(root, binding);
    this.repair = new Repair(root, binding);
    this.oneObject = new OneObject(root, binding);
    this.consume = new Consume(reads, remove);
    this.move = new Move(root, binding);
    this.detach = new Detach(root, binding, move);
    this.versions = new Versions(root, binding, replace);
  }

  /**
   * Opens a handle and changes nothing of what is there already.
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
    return open(scope, rootPath, workingDirectory, options, readOnly, SecurityPolicy.VERIFY_FIRST);
  }

  /**
   * Opens a handle.
   *
   * @param scope the process
   * @param rootPath the configured path of the root
   * @param workingDirectory where a relative path starts
   * @param options what all handles on the root agree on
   * @param readOnly whether this handle refuses every change
   * @param policy what may be changed of what is there already
   * @return the handle
   * @throws RequestException saying why it cannot be opened
   */
  public static StoreHandle open(
      ProcessScope<ManagedRoot> scope,
      String rootPath,
      String workingDirectory,
      RootOptions options,
      boolean readOnly,
      SecurityPolicy policy) {
    return request(
        "open",
        rootPath,
        () -> {
          AbsolutePath path = RootPath.parse(rootPath, workingDirectory);
          RootOpener opener = new RootOpener(scope, options.history(), policy, new RepairAtOpen());
          RootOpener.Opened opened = opener.open(path, readOnly);
          EngineShare share = EngineShare.of(scope, opened.root(), options, readOnly);
          return new StoreHandle(share, share.engine(), opened.binding(), opened.security());
        });
  }

  /**
   * Opens a handle on a directory, which sees nothing but what is below it. It may be used and
   * closed as if it had been opened by itself; it refuses changes if this one does.
   *
   * @param path the path of the directory
   * @return the handle
   * @throws RequestException saying why it cannot be opened
   */
  public StoreHandle subtree(String path) {
    return request(
        "subtree",
        path,
        () -> {
          Subtrees.Opened opened = new Subtrees(root, binding).open(path);
          return new StoreHandle(
              share.another(), root.seenFrom(opened.view()), opened.binding(), openingSecurity);
        });
  }

  /**
   * Where the handle's directory is.
   *
   * @return its path from the outermost root; {@code ""} for the root itself
   */
  public String path() {
    return root.view().way().toString();
  }

  /**
   * Gives the handle back, once; the last one on a root closes it. Files that are kept open where
   * this one sees them are closed, since nobody else may mind them; another handle opens them
   * again.
   */
  public void close() {
    if (closed.compareAndSet(false, true)) {
      root.kept().closeBelow(root.view().way());
      root.view().close();
      share.giveBack();
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
   * What opening did about objects that were there and were not owner-only.
   *
   * @return the report
   */
  public OpeningSecurity openingSecurity() {
    return openingSecurity;
  }

  /**
   * The order of operations on one path, kept by the driver.
   *
   * @return the slots, shared by everything in this process
   */
  public PathSlots slots() {
    return share.scope().slots();
  }

  /**
   * The slot of a path.
   *
   * @param path the path, {@code ""} for the handle's own directory
   * @return the slot
   * @throws Problem {@link ErrorCode#INVALID_PATH} if it breaks a rule
   */
  public PathSlots.Slot slot(String path) throws Problem {
    return new PathSlots.Slot(share.key().root(), root.view().parseDirectory(path));
  }

  // ---- changes ----

  /**
   * Publishes a file without replacing.
   *
   * @param path the path of the new file
   * @param content its content
   * @param options durability, parents and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public PublishReceipt publish(String path, ByteSource content, WriteOptions options) {
    return change(
        Publish.mutation(path), mutation -> publish.make(mutation, target(path, options), content));
  }

  /**
   * Publishes a copy of a file.
   *
   * @param source the path of the file
   * @param destination the path of the copy
   * @param expectation what the file has to be
   * @param options durability, parents and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public PublishReceipt copy(
      String source, String destination, Expectation expectation, WriteOptions options) {
    return change(
        Publish.mutation(destination),
        mutation -> {
          Content content;
          try {
            content = reads.expected(source, expectation);
          } catch (Problem e) {
            throw e.with("the source");
          }
          Target target = target(destination, options);
          return publish.make(mutation, target, ByteSource.of(content.bytes()));
        });
  }

  /**
   * Replaces a file, or publishes it if nothing is there.
   *
   * @param path the path of the file
   * @param content its new content
   * @param options durability, parents and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt replace(String path, ByteSource content, WriteOptions options) {
    return change(
        Replace.mutation(path), mutation -> replace.make(mutation, target(path, options), content));
  }

  /**
   * Replaces a file if it is the expected one.
   *
   * @param path the path of the file
   * @param expectation what it has to be
   * @param content its new content
   * @param options durability and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt compareAndReplace(
      String path, Expectation expectation, ByteSource content, WriteOptions options) {
    return change(
        Replace.exactMutation(path),
        mutation -> replace.expecting(expectation).make(mutation, target(path, options), content));
  }

  /**
   * Replaces a file by another one of the store, if both are the expected ones.
   *
   * @param source the path of the new file, where nothing is afterwards
   * @param expectedSource what it has to be
   * @param destination the path of the file that is replaced
   * @param expectedDestination what it has to be
   * @param options durability and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt replaceFrom(
      String source,
      Expectation expectedSource,
      String destination,
      Expectation expectedDestination,
      WriteOptions options) {
    return change(
        ReplaceFrom.mutation(destination),
        mutation ->
            replaceFrom.make(
                mutation,
                source,
                expectedSource,
                target(destination, options),
                expectedDestination));
  }

  /**
   * Publishes or replaces a file whose content arrives in pieces. Nothing is done yet.
   *
   * @param path the path of the file
   * @param kind whether and what it replaces
   * @param options durability, parents and fence
   * @param rule what the content has to be
   * @return the change, to be made step by step
   */
  public StreamedWrite streamWrite(
      String path, StreamedWrite.Kind kind, WriteOptions options, ContentRule rule) {
    NewFiles<? extends MutationReceipt> operation =
        kind.expectation() != null
            ? replace.expecting(kind.expectation())
            : kind.replaces() ? replace : publish;
    return new StreamedWrite(
        kind.mutation(path),
        mutation -> {
          refuseIfReadOnly();
          return operation.begin(mutation, target(path, options));
        },
        rule);
  }

  /**
   * Moves a file without replacing.
   *
   * @param source the path of the file
   * @param destination its new path
   * @param expectation what it has to be
   * @param options durability, parents and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public MoveReceipt move(
      String source, String destination, Expectation expectation, WriteOptions options) {
    return change(
        Move.mutation(source),
        mutation -> move.make(mutation, source, target(destination, options), expectation));
  }

  /**
   * Takes a file out of its path and keeps it.
   *
   * @param path the path of the file
   * @param expectation what it has to be
   * @param options durability and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public DetachReceipt detach(String path, Expectation expectation, WriteOptions options) {
    return change(
        Detach.mutation(path),
        mutation ->
            detach.detach(
                mutation, target(path, options), expectation, share.scope().randomNames().next()));
  }

  /**
   * Gives a detached file a path again, without replacing.
   *
   * @param file the file
   * @param path the path
   * @param options durability, parents and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public MoveReceipt attach(DetachedFile file, String path, WriteOptions options) {
    return change(
        Detach.attachMutation(path),
        mutation -> detach.attach(mutation, file, target(path, options)));
  }

  /**
   * Removes a detached file.
   *
   * @param file the file
   * @param options durability and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public RemoveReceipt discard(DetachedFile file, WriteOptions options) {
    return change(
        Remove.mutation(file.path()),
        mutation -> {
          Target target = new Target(file.path(), detach.placeOf(file), options);
          Expectation exactly = Expectation.identity(file.identity());
          RemoveReceipt receipt = remove.make(mutation, target, exactly);
          detach.forgetNote(file.id());
          return receipt;
        });
  }

  /**
   * Removes a file.
   *
   * @param path the path of the file
   * @param options durability and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public RemoveReceipt remove(String path, WriteOptions options) {
    return change(
        Remove.mutation(path), mutation -> remove.make(mutation, target(path, options), null));
  }

  /**
   * Removes a file if it is the expected one.
   *
   * @param path the path of the file
   * @param expectation what it has to be
   * @param options durability and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public RemoveReceipt removeExpected(String path, Expectation expectation, WriteOptions options) {
    return change(
        Remove.mutation(path),
        mutation -> remove.make(mutation, target(path, options), expectation));
  }

  /**
   * Reads a file and removes exactly what was read.
   *
   * @param path the path of the file
   * @param options durability and fence of the removal
   * @return what was read, and how it was removed
   * @throws RequestException if it cannot be read
   * @throws MutationException if it cannot be removed
   */
  public Consume.Consumed consume(String path, WriteOptions options) {
    if (share.key().readOnly()) {
      throw Remove.mutation(path).fail(readOnlyProblem());
    }
    return request("consume", path, () -> consume.run(target(path, options)));
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
    return change(
        Append.mutation(path), mutation -> append.make(mutation, path, records, expected, options));
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
   * Makes a directory and its missing parents.
   *
   * @param path the path of the directory
   * @return the receipt
   * @throws MutationException saying what happened
   */
  public DirectoryReceipt ensureDirectory(String path) {
    return change(EnsureDirectory.mutation(path), mutation -> ensureDirectory.make(mutation, path));
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
   * @param options durability, parents and fence
   * @param told hears how it ended
   * @return the change
   */
  public BatchedWrite<PublishReceipt> batchedPublish(
      String path, ByteSource content, WriteOptions options, Told<PublishReceipt> told) {
    return batched(Publish.mutation(path), publish, path, content, options, told);
  }

  /**
   * A replace for a batch.
   *
   * @param path the path of the file
   * @param content its new content
   * @param options durability, parents and fence
   * @param told hears how it ended
   * @return the change
   */
  public BatchedWrite<ReplaceReceipt> batchedReplace(
      String path, ByteSource content, WriteOptions options, Told<ReplaceReceipt> told) {
    return batched(Replace.mutation(path), replace, path, content, options, told);
  }

  private <R> BatchedWrite<R> batched(
      Mutation mutation,
      NewFiles<R> operation,
      String path,
      ByteSource content,
      WriteOptions options,
      Told<R> told) {
    return new BatchedWrite<>(
        mutation,
        begun -> {
          refuseIfReadOnly();
          return operation.stage(begun, target(path, options), content);
        },
        told);
  }

  // ---- older versions ----

  /**
   * The older versions of a file.
   *
   * @param path the path of the file
   * @return the versions, newest first
   * @throws RequestException if they cannot be looked at
   */
  public List<FileVersion> history(String path) {
    return request("history", path, () -> versions.list(path));
  }

  /**
   * Reads an older version of a file.
   *
   * @param path the path of the file
   * @param version the version's number
   * @return its content
   * @throws RequestException if it cannot be read
   */
  public Content readVersion(String path, long version) {
    return request("readVersion", path, () -> versions.read(path, version));
  }

  /**
   * Replaces a file by a copy of an older version of it.
   *
   * @param path the path of the file
   * @param version the version's number
   * @param options durability, parents and fence
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt restore(String path, long version, WriteOptions options) {
    return change(
        Versions.mutation(path),
        mutation -> versions.restore(mutation, target(path, options), version));
  }

  /**
   * Removes all older versions of a file.
   *
   * @param path the path of the file
   * @return how many
   * @throws RequestException if one cannot be removed
   */
  public int clearHistory(String path) {
    return request(
        "clearHistory",
        path,
        () -> {
          refuseIfReadOnly();
          return versions.clear(path);
        });
  }

  // ---- upkeep ----

  /**
   * Finishes what dead processes left, and removes older versions beyond their bounds.
   *
   * @return what was found
   * @throws RequestException if it cannot be done
   */
  public SweepReport sweep() {
    return request(
        "sweep",
        null,
        () -> {
          refuseIfReadOnly();
          binding.check(root.sys());
          WriteSide writeSide = root.writeSide();
          RecoveryReport recovered = writeSide.recovering().run();
          detach.sweep();
          return new SweepReport(recovered, writeSide.history().sweep(0, Integer.MAX_VALUE));
        });
  }

  // ---- security ----

  /**
   * Looks whether the root's path still means the opened directory.
   *
   * @throws RequestException if it does not
   */
  public void assertBound() {
    request(
        "assertBound",
        null,
        () -> {
          audit.assertBound();
          return true;
        });
  }

  /**
   * Looks whether the root and the store's own directories are owner-only.
   *
   * @return what was found
   * @throws RequestException if it cannot be told
   */
  public SecurityReport verifyRootSecurity() {
    return request("verifyRootSecurity", null, audit::ofRoot);
  }

  /**
   * Looks whether everything below the root is owner-only.
   *
   * @param options its limits; the progress handler is not used
   * @param progress told how far it has come, on this thread
   * @return what was found
   * @throws RequestException if it cannot be told
   */
  public SecurityReport verifyTree(AuditOptions options, Consumer<AuditProgress> progress) {
    return request("verifyTree", null, () -> audit.ofTree(options, progress));
  }

  /**
   * Makes what an audit found owner-only, as far as that is allowed.
   *
   * @param report what was found
   * @param options how far to go
   * @return what was done about each finding
   * @throws RequestException if nothing was done
   */
  public RepairReport repair(SecurityReport report, RepairOptions options) {
    return request(
        "repair",
        null,
        () -> {
          refuseIfReadOnly();
          return repair.run(report, options);
        });
  }

  private Target target(String path, WriteOptions options) throws Problem {
    return root.view().target(path, options);
  }

  /**
   * Looks whether one object is owner-only.
   *
   * @param path its path, {@code ""} for the root
   * @param kind what it has to be
   * @return how that ended
   * @throws RequestException if it ended for a reason that is not about its security
   */
  public SecurityEnvelope verifySecurity(String path, SecurityEnvelope.Kind kind) {
    return request(
        "verifySecurity", path, () -> oneObject.run(path, kind, SecurityEnvelope.Protocol.VERIFY));
  }

  /**
   * Makes one object of ours owner-only.
   *
   * @param path its path, {@code ""} for the root
   * @param kind what it has to be
   * @return how that ended
   * @throws RequestException if it ended for a reason that is not about its security
   */
  public SecurityEnvelope applySecurity(String path, SecurityEnvelope.Kind kind) {
    return request(
        "applySecurity",
        path,
        () -> {
          refuseIfReadOnly();
          return oneObject.run(path, kind, SecurityEnvelope.Protocol.APPLY);
        });
  }

  private <T> T change(Mutation mutation, Making<T> making) {
    return mutation.carryOut(
        () -> {
          refuseIfReadOnly();
          return making.make(mutation);
        });
  }

  /** A change that tells its progress. */
  @FunctionalInterface
  private interface Making<T> {
    T make(Mutation mutation) throws Problem, SysException;
  }

  private void refuseIfReadOnly() throws Problem {
    if (share.key().readOnly()) {
      throw readOnlyProblem();
    }
  }

  private static Problem readOnlyProblem() {
    return new Problem(ErrorCode.READ_ONLY_HANDLE, "this handle refuses every change");
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
    return request("readExpected", path, () -> reads.expected(path, expectation));
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
   * The files that are detached.
   *
   * @return the files, in no particular order
   * @throws RequestException if they cannot be listed
   */
  public List<DetachedFile> detached() {
    return request("detached", null, detach::list);
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

  private static <T> T request(String operation, @Nullable String path, Look<T> look)
      throws StoreException {
    try {
      return look.run();
    } catch (Problem e) {
      throw e.asRequest(operation, path);
    } catch (SysException e) {
      throw Problem.of(e).asRequest(operation, path);
    }
  }
}
