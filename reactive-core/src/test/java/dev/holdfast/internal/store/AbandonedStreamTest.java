package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.StoreException;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever ends a stream before its end leaves nothing, and says so. */
class AbandonedStreamTest extends StreamTestBase {

  private static StoreWriteStream begun(ManagedStore store, boolean replace) {
    StoreWriteStream stream =
        store.writeStream("file", new WriteStreamOptions().setReplace(replace));
    Await.result(stream.write(bytes(300_000)));
    return stream;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givenUpByItsUser(boolean replace) {
    ManagedStore store = open();
    StoreWriteStream stream = begun(store, replace);
    assertThat(staged()).hasSize(replace ? 1 : 0);
    AtomicReference<Throwable> told = new AtomicReference<>();
    stream.exceptionHandler(told::set);

    Await.result(stream.abandon());

    Await.result(stream.abandon());
    notCommitted(stream.receipt(), ErrorCode.STREAM_ABANDONED);
    notCommitted(stream.write(Buffer.buffer("x")), ErrorCode.STREAM_ABANDONED);
    notCommitted(stream.end(), ErrorCode.STREAM_ABANDONED);
    assertThat(told).hasValue(null);
    assertThat(file("file")).doesNotExist();
    nothingIsLeft(store);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theStoreIsClosed(boolean replace) {
    ManagedStore store = open();
    Await.result(store.publish("other", bytes(1_000_000)));
    StoreWriteStream stream = begun(store, replace);
    Promise<Throwable> told = Promise.promise();
    stream.exceptionHandler(told::complete);
    StoreReadStream reading = store.readStream("other");
    Await.result(reading.identity());

    Await.result(store.close());

    notCommitted(stream.receipt(), ErrorCode.CLOSED);
    notCommitted(Future.failedFuture(Await.result(told.future())), ErrorCode.CLOSED);
    assertThat(Await.storeFailure(reading.sha256()).code()).isEqualTo(ErrorCode.CLOSED);
    assertThat(file("file")).doesNotExist();
    assertThat(openBelowRoot()).isEmpty();
  }

  @Test
  void whatHasEndedBeforeTheStoreIsClosedIsCarriedThrough() throws Exception {
    AtomicReference<SlowSyncSys> disk = new AtomicReference<>();
    StoreRuntime runtime =
        runtime(
            sys -> {
              disk.set(new SlowSyncSys(sys, 200));
              return disk.get();
            });
    ManagedStore store = Await.result(runtime.open(vertx, options()));
    StoreWriteStream stream = begun(store, false);
    CountDownLatch syncing = disk.get().slowDown();
    Future<Void> end = stream.end();
    assertThat(syncing.await(30, TimeUnit.SECONDS)).isTrue();
    Await.result(store.close());
    assertThat(end.succeeded()).isTrue();
    assertThat(file("file")).hasSize(300_000);
    assertThat(openBelowRoot()).isEmpty();
  }

  @Test
  void itsVerticleIsUndeployedWhileTheStoreLives() {
    ManagedStore store = open();
    Await.result(store.publish("other", bytes(1_000_000)));
    AtomicReference<StoreWriteStream> writing = new AtomicReference<>();
    AtomicReference<StoreReadStream> reading = new AtomicReference<>();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            writing.set(store.writeStream("file", new WriteStreamOptions().setReplace(true)));
            reading.set(store.readStream("other"));
            return writing.get().write(bytes(100_000)).compose(v -> reading.get().identity());
          }
        };
    String deployment = Await.result(vertx.deployVerticle(verticle));

    Await.result(vertx.undeploy(deployment));

    assertThat(writing.get().receipt().isComplete()).isTrue();
    notCommitted(writing.get().receipt(), ErrorCode.STREAM_ABANDONED);
    assertThat(((StoreException) reading.get().sha256().cause()).code())
        .isEqualTo(ErrorCode.STREAM_ABANDONED);
    assertThat(file("file")).doesNotExist();
    Await.result(store.publish("next", Buffer.buffer("x")));
    nothingIsLeft(store);
  }

  @Test
  void vertxIsClosed() {
    Vertx own = Vertx.vertx();
    ManagedStore store = Await.result(ManagedStore.open(own, options()));
    Await.result(store.publish("other", bytes(1_000_000)));
    StoreWriteStream stream = begun(store, true);
    StoreReadStream reading = store.readStream("other");
    Await.result(reading.identity());

    Await.result(own.close());

    assertThat(code(stream.receipt())).isEqualTo(ErrorCode.CLOSED);
    assertThat(code(reading.sha256())).isEqualTo(ErrorCode.CLOSED);
    assertThat(openBelowRoot()).isEmpty();
    StoreWriteStream late = store.writeStream("late").exceptionHandler(e -> {});
    assertThat(code(late.write(Buffer.buffer("x")))).isEqualTo(ErrorCode.CLOSED);
    assertThat(code(late.end())).isEqualTo(ErrorCode.CLOSED);
    assertThat(code(store.readStream("late").handler(piece -> {}).identity()))
        .isEqualTo(ErrorCode.CLOSED);
  }

  /** Of a future that is complete already. */
  private static ErrorCode code(Future<?> future) {
    assertThat(future.failed()).isTrue();
    return ((StoreException) future.cause()).code();
  }

  @Test
  void aReadingIsClosedByItsUser() {
    ManagedStore store = open();
    Await.result(store.publish("file", bytes(1_000_000)));
    StoreReadStream stream = store.readStream("file");
    Await.result(stream.identity());
    Await.result(stream.close());
    Await.result(stream.close());
    assertThat(Await.storeFailure(stream.sha256()).code()).isEqualTo(ErrorCode.STREAM_ABANDONED);
    nothingIsLeft(store);
  }
}
