package dev.holdfast.tests.preload;

import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
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

  @Override
  public void close() {
    while (!handles.isEmpty()) {
      handles.pop().close();
    }
  }
}
