package dev.holdfast.tests.preload;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.stream.ContentRule;
import dev.holdfast.internal.engine.stream.StreamedWrite;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A port and a scope that nothing used before, as in a process that has just started, and a root
 * that is opened with them.
 */
public final class Session implements AutoCloseable {
  private static final RootOptions OPTIONS = new RootOptions(1 << 20);

  private final Path root;
  private final RootOptions options;
  private final Sys sys;
  private final ProcessScope<ManagedRoot> scope;
  private final Deque<StoreHandle> handles = new ArrayDeque<>();

  /** The file that was appended to last, as it was left. */
  private FileIdentity appended;

  /** Nothing is open yet. */
  public Session(Path root) throws UnsupportedPlatformException {
    this(root, OPTIONS);
  }

  /** Nothing is open yet. */
  public Session(Path root, RootOptions options) throws UnsupportedPlatformException {
    this.root = root;
    this.options = options;
    this.sys = LinuxPlatform.load(call -> {});
    // Starts in a fraction of the time that a secure generator takes, in each of many processes.
    RandomNames names = new RandomNames(new SplittableRandom());
    this.scope = new ProcessScope<>(sys, LockSupport::parkNanos, names);
  }

  Sys sys() {
    return sys;
  }

  /** Opens a handle. */
  public StoreHandle open() {
    handles.push(StoreHandle.open(scope, root.toString(), "/", options, false));
    return handle();
  }

  /** The handle that was opened last. */
  public StoreHandle handle() {
    return handles.element();
  }

  void publish(String path, Content content) {
    handle().publish(path, ByteSource.of(content.bytes()), new WriteOptions());
  }

  void replace(String path, Content content) {
    handle().replace(path, ByteSource.of(content.bytes()), new WriteOptions());
  }

  void compareAndReplace(String path, Content expected, Content content) {
    byte[] old = expected.bytes();
    Expectation expectation =
        Expectation.content(HexFormat.of().formatHex(sha256(old)), old.length);
    handle()
        .compareAndReplace(path, expectation, ByteSource.of(content.bytes()), new WriteOptions());
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Publishes what comes in three pieces. */
  void stream(String path, Content content) {
    byte[] bytes = content.bytes();
    int piece = bytes.length / 3 + 1;
    StreamedWrite write =
        handle()
            .streamWrite(
                path,
                new StreamedWrite.Kind(false, null),
                new WriteOptions(),
                new ContentRule(bytes.length, (long) bytes.length, null));
    write.open();
    for (int from = 0; from < bytes.length; from += piece) {
      int to = Math.min(bytes.length, from + piece);
      write.write(ByteSource.of(Arrays.copyOfRange(bytes, from, to)));
    }
    write.commit();
  }

  /** Appends bytes of any kind. */
  void append(String path, Content record) {
    append(path, record.bytes(), null);
  }

  /** Appends them to the file as it was left, or as it is if nothing is known of it. */
  void appendExpected(String path, Content record) {
    FileIdentity expected = appended == null ? handle().read(path).identity() : appended;
    append(path, record.bytes(), expected);
  }

  /** Appends a line; it has to tell of it if it takes a torn one away. */
  void appendLine(String path, byte[] line) {
    AppendReceipt receipt = append(path, line, null);
    if (receipt.rescued() != null && !Files.exists(root.resolve(receipt.rescued()))) {
      throw new AssertionError("there is no copy of the torn record: " + receipt);
    }
  }

  private AppendReceipt append(String path, byte[] record, FileIdentity expected) {
    List<ByteSource> records = List.of(ByteSource.of(record));
    AppendReceipt receipt = handle().append(path, records, expected, new AppendOptions()).get(0);
    appended = receipt.identity();
    Long offset = receipt.offset();
    if (offset == null || offset + record.length != appended.size()) {
      throw new AssertionError("the last record does not end where the file ends: " + receipt);
    }
    return receipt;
  }

  /** Makes changes in one batch. */
  void batch(List<Change> changes, SyncFsUse syncFs) {
    new Batching(handle()).run(changes, syncFs);
  }

  @Override
  public void close() {
    while (!handles.isEmpty()) {
      handles.pop().close();
    }
  }
}
