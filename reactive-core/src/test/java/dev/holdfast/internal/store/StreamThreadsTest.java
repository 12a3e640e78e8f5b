package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ManagedStore;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** Where streams work and where their handlers are called. */
class StreamThreadsTest extends StreamTestBase {

  @Test
  void handlersAndFuturesArriveOnTheContextThatMadeTheStream() {
    arriveOn(vertx.getOrCreateContext());
    arriveOn(((VertxInternal) vertx).createWorkerContext());
    arriveOn(((ContextInternal) vertx.getOrCreateContext()).duplicate());
  }

  private void arriveOn(Context context) {
    ManagedStore store = open();
    Map<String, Context> arrivals = new ConcurrentHashMap<>();
    Promise<Void> written = Promise.promise();
    Promise<Void> read = Promise.promise();
    context.runOnContext(v -> write(store, arrivals).onComplete(written));
    Await.result(written.future());
    context.runOnContext(v -> read(store, arrivals).onComplete(read));
    Await.result(read.future());
    assertThat(arrivals)
        .containsOnlyKeys(
            "write",
            "drained",
            "end",
            "receipt",
            "failed",
            "abandoned",
            "identity",
            "piece",
            "readEnd",
            "sha256",
            "readFailed",
            "closed")
        .allSatisfy((event, arrived) -> assertThat(arrived).as(event).isSameAs(context));
    Await.result(store.removeIfExists("file"));
    Await.result(store.close());
  }

  private void arrived(Map<String, Context> arrivals, String event) {
    arrivals.put(event, vertx.getOrCreateContext());
  }

  private Future<Void> write(ManagedStore store, Map<String, Context> arrivals) {
    StoreWriteStream stream =
        store.writeStream("file", new WriteStreamOptions().setWriteQueueMaxSize(1));
    Promise<Void> drained = Promise.promise();
    Promise<Void> failed = Promise.promise();
    stream.write(bytes(300_000)).onComplete(r -> arrived(arrivals, "write"));
    assertThat(stream.writeQueueFull()).isTrue();
    stream.drainHandler(
        v -> {
          arrived(arrivals, "drained");
          drained.tryComplete();
        });
    StoreWriteStream wrong = store.writeStream("../file");
    wrong.exceptionHandler(
        e -> {
          arrived(arrivals, "failed");
          failed.complete();
        });
    StoreWriteStream unwanted = store.writeStream("unwanted");
    return Future.all(drained.future(), failed.future())
        .compose(v -> unwanted.abandon().onComplete(r -> arrived(arrivals, "abandoned")))
        .compose(v -> stream.end().onComplete(r -> arrived(arrivals, "end")))
        .compose(v -> stream.receipt().onComplete(r -> arrived(arrivals, "receipt")))
        .mapEmpty();
  }

  private Future<Void> read(ManagedStore store, Map<String, Context> arrivals) {
    StoreReadStream stream = store.readStream("file");
    Promise<Void> end = Promise.promise();
    Promise<Void> failed = Promise.promise();
    stream.endHandler(
        v -> {
          arrived(arrivals, "readEnd");
          end.complete();
        });
    stream.handler(piece -> arrived(arrivals, "piece"));
    store
        .readStream("absent")
        .exceptionHandler(
            e -> {
              arrived(arrivals, "readFailed");
              failed.complete();
            });
    StoreReadStream unwanted = store.readStream("file");
    return Future.all(
            end.future(),
            failed.future(),
            stream.identity().onComplete(r -> arrived(arrivals, "identity")),
            stream.sha256().onComplete(r -> arrived(arrivals, "sha256")),
            unwanted.close().onComplete(r -> arrived(arrivals, "closed")))
        .mapEmpty();
  }

  @Test
  void noCallOfThePortIsMadeOutsideOurWorkers() throws Exception {
    ThreadRecordingSys recording = new ThreadRecordingSys(kernel());
    StoreRuntime runtime = runtime(sys -> recording.sys());
    ManagedStore store = Await.result(runtime.open(vertx, options()));
    Promise<Void> done = Promise.promise();
    vertx.runOnContext(
        v -> {
          StoreWriteStream stream = store.writeStream("file");
          stream.write(Buffer.buffer("text"));
          stream
              .end()
              .compose(r -> store.readStream("file").pipeTo(store.writeStream("copy")))
              .compose(r -> store.writeStream("unwanted").abandon())
              .compose(r -> store.close())
              .onComplete(done);
        });
    Await.result(done.future());
    assertThat(file("copy")).hasContent("text");
    assertThat(recording.threadsByCall()).containsKeys("openTmp", "write", "link", "sync", "read");
    assertThat(recording.threadsByCall().values())
        .allSatisfy(
            threads -> assertThat(threads).allMatch(name -> name.startsWith("holdfast-data-")));
  }
}
