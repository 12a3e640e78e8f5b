package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.Fence;
import dev.holdfast.ManagedStore;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes with a fence, and streams that replace one certain file, through the public API. */
class FencedWritesTest extends StoreTestBase {
  private final AtomicBoolean held = new AtomicBoolean(true);
  private final AtomicInteger asked = new AtomicInteger();
  private ManagedStore store;

  private final Fence fence =
      () -> {
        asked.incrementAndGet();
        if (Context.isOnEventLoopThread()) {
          throw new IllegalStateException("asked on an event loop");
        }
        if (!held.get()) {
          throw new IllegalStateException("not held any more");
        }
      };

  @BeforeEach
  void openStore() {
    store = open();
    Await.result(store.publish("file", Buffer.buffer("old")));
  }

  private WriteOptions fenced() {
    return new WriteOptions().setFence(fence);
  }

  private void refused(Future<?> change) {
    StoreException failure = Await.mutationFailure(change);
    assertThat(failure.code()).isEqualTo(ErrorCode.LOCK_LOST);
    assertThat(failure).hasMessageContaining("not held any more");
    assertThat(failure.outcome().orElseThrow().provenNotCommitted()).isTrue();
  }

  @Test
  void batchedWritesAreAskedOneByOne() {
    List<Future<?>> writes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      writes.add(store.publish("dir/file" + i, Buffer.buffer("x"), fenced()));
    }
    Await.result(Future.all(writes));
    assertThat(asked.get()).isEqualTo(2 * 20);
    held.set(false);
    refused(store.publish("dir/late", Buffer.buffer("x"), fenced()));
    refused(store.replace("file", Buffer.buffer("new"), fenced()));
    refused(store.update("file", found -> Future.succeededFuture(Buffer.buffer("n")), fenced()));
    refused(store.consume("file", fenced()));
    refused(store.append("file", Buffer.buffer("x"), new AppendOptions().setFence(fence)));
    assertThat(Await.result(store.exists("dir/late"))).isFalse();
    assertThat(Await.result(store.read("file")).content()).hasToString("old");
  }

  @Test
  void recordsWithDifferentFencesAreNotWrittenTogether() {
    List<Future<?>> appends = new ArrayList<>();
    AppendOptions refusing =
        new AppendOptions()
            .setFence(
                () -> {
                  throw new IllegalStateException("not held any more");
                });
    for (int i = 0; i < 10; i++) {
      appends.add(
          store.append("log", Buffer.buffer("a" + i + "\n"), new AppendOptions().setFence(fence)));
      appends.add(store.append("log", Buffer.buffer("b" + i + "\n"), refusing));
    }
    Await.failure(Future.join(appends));
    assertThat(appends).filteredOn(Future::succeeded).hasSize(10);
    assertThat(Await.result(store.read("log")).content().toString())
        .doesNotContain("b")
        .contains("a0\n", "a9\n");
  }

  @Test
  void aStreamIsAskedAgainWhenItEnds() {
    StoreWriteStream stream =
        store.writeStream("streamed", new WriteStreamOptions().setFence(fence));
    Await.result(stream.write(Buffer.buffer("some")));
    held.set(false);
    refused(stream.end());
    assertThat(Await.result(store.exists("streamed"))).isFalse();
  }

  @Test
  void aStreamReplacesTheFileThatWasExpected() {
    Expectation old = Expectation.identity(Await.result(store.identify("file")));
    WriteStreamOptions options = new WriteStreamOptions().setReplacedExpectation(old);
    assertThat(options.isReplace()).isTrue();
    StoreWriteStream first = store.writeStream("file", options);
    StoreWriteStream second = store.writeStream("file", options);
    Await.result(first.write(Buffer.buffer("first")));
    Await.result(second.write(Buffer.buffer("second")));
    Await.result(first.end());
    assertThat(Await.storeFailure(second.end()).code()).isEqualTo(ErrorCode.IDENTITY_MISMATCH);
    assertThat(Await.result(store.read("file")).content()).hasToString("first");
    assertThat(Await.storeFailure(store.writeStream("file", options).end()).code())
        .isEqualTo(ErrorCode.IDENTITY_MISMATCH);
  }
}
