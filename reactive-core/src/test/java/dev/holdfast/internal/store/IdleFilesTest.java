package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.exec.LibraryTimers;
import dev.holdfast.internal.exec.WorkerPool;
import dev.holdfast.internal.exec.WorkerPools;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import dev.holdfast.tests.Eventually;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Files that are not appended to any more do not stay open. */
class IdleFilesTest extends StoreTestBase {
  @Test
  void areClosedAfterAWhile() throws Exception {
    StoreHandle handle =
        StoreHandle.open(
            new ProcessScope<>(
                LinuxPlatform.load(call -> {}),
                LockSupport::parkNanos,
                new RandomNames(new SecureRandom())),
            temporary.resolve("root").toString(),
            "/",
            new RootOptions(1000),
            false);
    WorkerPools pools = new WorkerPools();
    WorkerPool pool = pools.acquire(vertx, 1).orElseThrow();
    IdleFiles idle = new IdleFiles(handle, pool, new LibraryTimers(vertx), Duration.ofMillis(5));
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 2; i++) {
        handle.append("log", List.of(ByteSource.of(new byte[1])), null, new AppendOptions());
      }
      assertThat(handle.closeIdleFiles(Long.MAX_VALUE)).isEqualTo(1);
      idle.mind();
      Eventually.is(() -> handle.closeIdleFiles(Long.MAX_VALUE) == 0);
    }
    idle.stop();
    idle.mind();
    pools.release(vertx);
    handle.close();
  }
}
