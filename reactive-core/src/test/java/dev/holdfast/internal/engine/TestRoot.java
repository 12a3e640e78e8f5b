package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.ListOptions;
import dev.holdfast.ListPage;
import dev.holdfast.PublishReceipt;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.Parker;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.ProcessIdentity;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** A process of its own and a root that it opens; closes the handles that the test left open. */
final class TestRoot implements AutoCloseable {
  /** Small, so that tests can go beyond it. */
  static final int LIMIT = 2 * 1024 * 1024;

  /** The real port. */
  static final Sys LINUX = linux();

  private final Path path;
  private final ProcessScope<ManagedRoot> scope;
  private final Deque<StoreHandle> handles = new ArrayDeque<>();
  private final Deque<StoreHandle> subtrees = new ArrayDeque<>();
  private HistoryBounds history = HistoryBounds.NONE;

  private TestRoot(Path path, ProcessScope<ManagedRoot> scope) {
    this.path = path;
    this.scope = scope;
  }

  private static Sys linux() {
    try {
      Sys sys = LinuxPlatform.load(call -> {});
      ProcessIdentity self = sys.process(); // read once, not for each of thousands of scopes
      return new ForwardingSys(sys) {
        @Override
        public ProcessIdentity process() {
          return self;
        }
      };
    } catch (UnsupportedPlatformException e) {
      throw new LinkageError("these tests need Linux", e);
    }
  }

  static ProcessScope<ManagedRoot> scope(Sys sys) {
    return scope(sys, LockSupport::parkNanos);
  }

  static ProcessScope<ManagedRoot> scope(Sys sys, Parker parker) {
    return new ProcessScope<>(sys, parker, new RandomNames(new SecureRandom()));
  }

  /** Not opened yet; need not exist. */
  static TestRoot at(Path path) {
    return at(path, LINUX);
  }

  static TestRoot at(Path path, Sys sys) {
    return new TestRoot(path, scope(sys));
  }

  /** Waits as told. */
  static TestRoot at(Path path, Parker parker) {
    return new TestRoot(path, scope(LINUX, parker));
  }

  /** Keeps older versions from the next open on. */
  TestRoot keeping(HistoryBounds bounds) {
    history = bounds;
    return this;
  }

  Path path() {
    return path;
  }

  ProcessScope<ManagedRoot> scope() {
    return scope;
  }

  StoreHandle open() {
    return open(path.toString(), false);
  }

  StoreHandle openReadOnly() {
    return open(path.toString(), true);
  }

  StoreHandle open(String text, boolean readOnly) {
    return open(text, readOnly, LIMIT);
  }

  StoreHandle open(SecurityPolicy policy) {
    return open(path.toString(), false, LIMIT, policy);
  }

  StoreHandle openReadOnly(SecurityPolicy policy) {
    return open(path.toString(), true, LIMIT, policy);
  }

  StoreHandle open(String text, boolean readOnly, int limit) {
    return open(text, readOnly, limit, SecurityPolicy.VERIFY_FIRST);
  }

  private StoreHandle open(String text, boolean readOnly, int limit, SecurityPolicy policy) {
    String workingDirectory = path.getParent().toString();
    StoreHandle handle =
        StoreHandle.open(
            scope, text, workingDirectory, new RootOptions(limit, history), readOnly, policy);
    handles.push(handle);
    return handle;
  }

  /** A handle on a directory; never what {@link #handle} gives. */
  StoreHandle subtree(String directory) {
    StoreHandle handle = handle().subtree(directory);
    subtrees.push(handle);
    return handle;
  }

  /** The handle that {@link #subtree} gave last. */
  StoreHandle lastSubtree() {
    return subtrees.getFirst();
  }

  /** Gives a handle back before the end. */
  void close(StoreHandle handle) {
    handles.remove(handle);
    subtrees.remove(handle);
    handle.close();
  }

  /** The handle, opened when it is first asked for. */
  StoreHandle handle() {
    return handles.isEmpty() ? open() : handles.peek();
  }

  PublishReceipt publish(String file, String content) {
    return publish(file, content.getBytes(UTF_8), new WriteOptions());
  }

  PublishReceipt publish(String file, byte[] content, WriteOptions options) {
    return handle().publish(file, ByteSource.of(content), options);
  }

  ReplaceReceipt replace(String file, String content) {
    return handle().replace(file, ByteSource.of(content.getBytes(UTF_8)), new WriteOptions());
  }

  RemoveReceipt remove(String file) {
    return handle().remove(file, new WriteOptions());
  }

  AppendReceipt append(String file, String record) {
    return append(file, record, new AppendOptions());
  }

  AppendReceipt append(String file, String record, AppendOptions options) {
    return handle()
        .append(file, List.of(ByteSource.of(record.getBytes(UTF_8))), null, options)
        .get(0);
  }

  String read(String file) {
    return new String(handle().read(file).bytes(), UTF_8);
  }

  ListPage list(String directory) {
    return handle().list(directory, new ListOptions());
  }

  @Override
  public void close() {
    subtrees.forEach(StoreHandle::close);
    subtrees.clear();
    while (!handles.isEmpty()) {
      handles.pop().close();
    }
  }
}
