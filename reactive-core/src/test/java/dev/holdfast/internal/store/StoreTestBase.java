package dev.holdfast.internal.store;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.ThreadGuard;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A Vert.x instance and a directory for each test. */
abstract class StoreTestBase {
  @TempDir Path temporary;

  Vertx vertx;

  @BeforeEach
  void startVertx() {
    vertx = Vertx.vertx();
  }

  @AfterEach
  void stopVertx() {
    Await.result(vertx.close());
  }

  ManagedStoreOptions options() {
    return new ManagedStoreOptions().setRoot(temporary.resolve("root").toString());
  }

  ManagedStore open() {
    return Await.result(ManagedStore.open(vertx, options()));
  }

  /** The kernel's port under the guard that production has. */
  static Sys kernel() throws UnsupportedPlatformException {
    return LinuxPlatform.load(ThreadGuard.forbidding(Context::isOnEventLoopThread));
  }

  /** A process of its own around a decorated kernel. */
  static StoreRuntime runtime(UnaryOperator<Sys> decorate) {
    return new StoreRuntime(() -> decorate.apply(kernel()));
  }
}
