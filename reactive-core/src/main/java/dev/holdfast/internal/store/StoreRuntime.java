package dev.holdfast.internal.store;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.RecoveryReport;
import dev.holdfast.RequestException;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.exec.CallerContext;
import dev.holdfast.internal.exec.CloseHook;
import dev.holdfast.internal.exec.WorkerPool;
import dev.holdfast.internal.exec.WorkerPools;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.ThreadGuard;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Where stores are wired together: the port, the process's scope and the worker pools. One in
 * production; tests make their own around a port of theirs.
 */
public final class StoreRuntime {
  private static final System.Logger LOG = System.getLogger(StoreRuntime.class.getName());

  /** The platform's port; loading it does file work. */
  @FunctionalInterface
  interface SysLoader {
    Sys load() throws UnsupportedPlatformException;
  }

  /** Made when the first store is opened. */
  private static final class Production {
    static final StoreRuntime RUNTIME =
        new StoreRuntime(
            () -> LinuxPlatform.load(ThreadGuard.forbidding(Context::isOnEventLoopThread)));
  }

  private final SysLoader loader;
  private final AtomicReference<ProcessScope<ManagedRoot>> scope = new AtomicReference<>();
  private final WorkerPools pools = new WorkerPools();

  /**
   * A runtime around a port.
   *
   * @param loader gives the port, on a worker thread, when the first store is opened
   */
  StoreRuntime(SysLoader loader) {
    this.loader = loader;
  }

  /**
   * The one that applications use.
   *
   * @return the runtime on this machine's kernel
   */
  public static StoreRuntime production() {
    return Production.RUNTIME;
  }

  /**
   * Opens a store.
   *
   * @param vertx the Vert.x instance that futures complete on
   * @param options where the store is and how it is used; copied
   * @return the open store
   */
  public Future<ManagedStore> open(Vertx vertx, ManagedStoreOptions options) {
    Objects.requireNonNull(vertx, "vertx");
    ManagedStoreOptions own = new ManagedStoreOptions(options);
    String root = own.getRoot();
    if (root == null) {
      return CallerContext.failed(
          vertx,
          refusal(ErrorCode.INVALID_OPTIONS, "open: root is not set. Set the store's directory."));
    }
    Optional<WorkerPool> pool = pools.acquire(vertx, own.getDataThreads());
    if (pool.isEmpty()) {
      return CallerContext.failed(
          vertx,
          refusal(
              ErrorCode.OPTIONS_CONFLICT,
              "open '"
                  + root
                  + "': another store of this Vert.x instance runs with another number of"
                  + " dataThreads than "
                  + own.getDataThreads()
                  + ". "
                  + ErrorCode.OPTIONS_CONFLICT.remedy()));
    }
    return open(vertx, own, pool.get(), () -> pool.get().run(() -> openHandle(root, own)));
  }

  private Future<ManagedStore> openBelow(
      Vertx vertx, ManagedStoreOptions options, Supplier<Future<StoreHandle>> handle) {
    // Another number of threads: the store is closed by now, and will refuse.
    return pools
        .acquire(vertx, options.getDataThreads())
        .map(pool -> open(vertx, options, pool, handle))
        .orElseGet(() -> handle.get().mapEmpty());
  }

  private Future<ManagedStore> open(
      Vertx vertx,
      ManagedStoreOptions options,
      WorkerPool pool,
      Supplier<Future<StoreHandle>> opening) {
    // Tied before the work begins, so that an opener that goes meanwhile leaves nothing open.
    Promise<Void> mayClose = Promise.promise();
    AtomicReference<AsyncStore> opened = new AtomicReference<>();
    CloseHook hook =
        CloseHook.onCurrentContext(
            vertx,
            () ->
                mayClose
                    .future()
                    .compose(
                        v -> {
                          AsyncStore store = opened.get();
                          return store == null ? Future.succeededFuture() : store.close();
                        }));
    Runnable untie =
        () -> {
          hook.remove();
          pools.release(vertx);
        };
    return opening
        .get()
        .<ManagedStore>map(
            handle -> {
              AsyncStore store =
                  new AsyncStore(
                      handle,
                      options,
                      vertx,
                      pool,
                      untie,
                      below -> openBelow(vertx, options, below));
              opened.set(store);
              return store;
            })
        .onFailure(e -> untie.run())
        .onComplete(r -> mayClose.complete());
  }

  private StoreHandle openHandle(String root, ManagedStoreOptions options) {
    StoreHandle handle =
        StoreHandle.open(
            scope(),
            root,
            System.getProperty("user.dir"),
            new RootOptions(
                options.getMaxFileBytes(),
                new HistoryBounds(
                    options.getKeepHistory(),
                    options.getHistoryMaxAgeMillis(),
                    options.getHistoryMaxBytes())),
            options.isReadOnly(),
            options.getSecurityPolicy());
    RecoveryReport recovery = handle.recovery();
    if (!recovery.rescued().isEmpty() || !recovery.left().isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "A process died while somebody else changed its files; their objects were kept for you to"
              + " look at: {0}, and left where they are: {1}",
          recovery.rescued(),
          recovery.left());
    }
    return handle;
  }

  private ProcessScope<ManagedRoot> scope() {
    ProcessScope<ManagedRoot> present = scope.get();
    if (present != null) {
      return present;
    }
    try {
      ProcessScope<ManagedRoot> fresh =
          new ProcessScope<>(
              loader.load(), LockSupport::parkNanos, new RandomNames(new SecureRandom()));
      // Two stores opened at once may both get here; one scope counts.
      ProcessScope<ManagedRoot> first = scope.compareAndExchange(null, fresh);
      return first == null ? fresh : first;
    } catch (UnsupportedPlatformException e) {
      throw new RequestException(
          ErrorCode.UNSUPPORTED_PLATFORM, "open: " + e.getMessage(), null, null, e);
    }
  }

  private static RequestException refusal(ErrorCode code, String message) {
    return new RequestException(code, message, null, null, null);
  }
}
