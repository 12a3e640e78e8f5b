package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.ThreadGuard.WrongThreadException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import org.junit.jupiter.api.Test;

/** The guard that production has looks at threads, not at contexts. */
class GuardTest extends StoreTestBase {

  private static boolean callThePort(Sys sys) {
    try {
      sys.stat(new AbsolutePath(NamePath.EMPTY));
      return true;
    } catch (WrongThreadException e) {
      return false;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void refusesAnEventLoopThread() throws Exception {
    Sys sys = kernel();
    Promise<Boolean> allowed = Promise.promise();
    vertx.runOnContext(v -> allowed.complete(callThePort(sys)));
    assertThat(Await.result(allowed.future())).isFalse();
  }

  /** Blocking code has the caller's event-loop context, but runs on a worker thread. */
  @Test
  void allowsAWorkerThreadAlthoughItsContextIsAnEventLoops() throws Exception {
    Sys sys = kernel();
    Promise<Boolean> allowed = Promise.promise();
    vertx.runOnContext(
        v -> {
          Future<Boolean> result =
              vertx.executeBlocking(
                  () -> {
                    assertThat(Context.isOnEventLoopThread()).isFalse();
                    assertThat(vertx.getOrCreateContext().isEventLoopContext()).isTrue();
                    return callThePort(sys);
                  });
          result.onComplete(allowed);
        });
    assertThat(Await.result(allowed.future())).isTrue();
  }

  @Test
  void allowsAnOrdinaryThread() throws Exception {
    assertThat(callThePort(kernel())).isTrue();
  }
}
