package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.ManagedStore;
import dev.holdfast.stream.ReadStreamOptions;
import dev.holdfast.stream.StoreReadStream;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file that is read in pieces, as fast as they are asked for. */
class ReadStreamTest extends StreamTestBase {
  private static final Buffer CONTENT = bytes(1_000_000);

  /** What a consumer sees; its handlers run on the stream's context. */
  private static final class Consumer {
    final List<Buffer> pieces = Collections.synchronizedList(new ArrayList<>());
    final Promise<Void> end = Promise.promise();

    Consumer(StoreReadStream stream) {
      stream.exceptionHandler(end::tryFail);
      stream.endHandler(v -> end.complete());
      stream.handler(pieces::add);
    }

    Buffer all() {
      Buffer all = Buffer.buffer();
      synchronized (pieces) {
        pieces.forEach(all::appendBuffer);
      }
      return all;
    }
  }

  private ManagedStore store() {
    ManagedStore store = open();
    Await.result(store.publish("file", CONTENT));
    return store;
  }

  /** Runs on the context that the streams of a test are made on, and waits for the result. */
  private <T> T on(Context context, Supplier<T> call) {
    Promise<T> result = Promise.promise();
    context.runOnContext(v -> result.complete(call.get()));
    return Await.result(result.future());
  }

  @Test
  void givesTheWholeFileAndItsDigest() {
    ManagedStore store = store();
    StoreReadStream stream = store.readStream("file");
    FileIdentity identity = Await.result(stream.identity());
    assertThat(identity.size()).isEqualTo(CONTENT.length());
    assertThat(identity).isEqualTo(Await.result(store.identify("file")));
    Consumer consumer = new Consumer(stream);
    Await.result(consumer.end.future());
    assertThat(consumer.all()).isEqualTo(CONTENT);
    assertThat(consumer.pieces)
        .allMatch(piece -> piece.length() <= ReadStreamOptions.DEFAULT_CHUNK_SIZE);
    assertThat(Await.result(stream.sha256())).isEqualTo(sha256(CONTENT));
    nothingIsLeft(store);
  }

  @ParameterizedTest
  @CsvSource({
    "0,1000000",
    "0,0",
    "1,999999",
    "500000,1000",
    "999999,1",
    "999999,50",
    "1000000,1",
    "5000000,7"
  })
  void givesARange(long offset, long length) {
    ManagedStore store = store();
    StoreReadStream stream =
        store.readStream(
            "file",
            new ReadStreamOptions().setOffset(offset).setLength(length).setChunkSize(70_001));
    Consumer consumer = new Consumer(stream);
    Await.result(consumer.end.future());
    int from = (int) Math.min(offset, CONTENT.length());
    Buffer expected = CONTENT.getBuffer(from, (int) Math.min(from + length, CONTENT.length()));
    assertThat(consumer.all()).isEqualTo(expected);
    assertThat(consumer.pieces).noneMatch(piece -> piece.length() == 0);
    assertThat(Await.result(stream.sha256())).isEqualTo(sha256(expected));
    nothingIsLeft(store);
  }

  @Test
  void givesNothingOfAnEmptyFileButItsEnd() {
    ManagedStore store = open();
    Await.result(store.publish("empty", Buffer.buffer()));
    StoreReadStream stream = store.readStream("empty");
    Consumer consumer = new Consumer(stream);
    Await.result(consumer.end.future());
    assertThat(consumer.pieces).isEmpty();
    nothingIsLeft(store);
  }

  @Test
  void givesAsManyPiecesAsAreAskedForAndTheEndWithTheNext() {
    ManagedStore store = store();
    Context context = vertx.getOrCreateContext();
    StoreReadStream stream =
        on(
            context,
            () -> store.readStream("file", new ReadStreamOptions().setChunkSize(250_000)).pause());
    Consumer consumer = on(context, () -> new Consumer(stream));
    Await.result(stream.identity());
    for (int asked = 0; asked <= 4; asked++) {
      do { // what is asked for comes, soon or late; what is not asked for has the same time to come
        settle(context);
      } while (consumer.pieces.size() < asked);
      assertThat(consumer.pieces).hasSize(asked);
      assertThat(consumer.end.future().isComplete()).isFalse();
      stream.fetch(1);
    }
    Await.result(consumer.end.future());
    assertThat(consumer.all()).isEqualTo(CONTENT);
    nothingIsLeft(store);
  }

  /** Lets what is under way on the workers and on a context come to rest. */
  private void settle(Context context) {
    for (int i = 0; i < 10; i++) {
      Promise<Void> later = Promise.promise();
      vertx.setTimer(5, id -> context.runOnContext(v -> later.complete()));
      Await.result(later.future());
    }
  }

  @Test
  void mayBePausedAndResumedFromItsHandlerWithoutLosingAnything() {
    ManagedStore store = store();
    StoreReadStream stream = store.readStream("file", new ReadStreamOptions().setChunkSize(10_000));
    Buffer all = Buffer.buffer();
    Promise<Void> end = Promise.promise();
    stream.endHandler(v -> end.complete());
    stream.handler(
        piece -> {
          all.appendBuffer(piece);
          stream.pause();
          if (all.length() % 30_000 == 0) {
            vertx.setTimer(1, id -> stream.resume());
          } else {
            stream.resume();
          }
        });
    Await.result(end.future());
    assertThat(all).isEqualTo(CONTENT);
    nothingIsLeft(store);
  }

  @Test
  void aHandlerThatThrowsLosesOnlyItsOwnPiece() {
    ManagedStore store = store();
    Context context = vertx.getOrCreateContext();
    List<Throwable> reported = Collections.synchronizedList(new ArrayList<>());
    context.exceptionHandler(reported::add);
    List<Buffer> pieces = new ArrayList<>();
    Promise<Void> end = Promise.promise();
    context.runOnContext(
        v ->
            store
                .readStream("file", new ReadStreamOptions().setChunkSize(250_000))
                .endHandler(done -> end.complete())
                .handler(
                    piece -> {
                      pieces.add(piece);
                      throw new IllegalStateException("on purpose");
                    }));
    Await.result(end.future());
    assertThat(pieces).hasSize(4);
    assertThat(reported).hasSize(4);
    nothingIsLeft(store);
  }

  @Test
  void whatCannotBeOpenedIsToldByFuturesAndHandler() {
    ManagedStore store = open();
    Consumer consumer = new Consumer(store.readStream("absent"));
    assertThat(Await.storeFailure(consumer.end.future()).code()).isEqualTo(ErrorCode.NOT_FOUND);
    StoreReadStream invalid = store.readStream("/absolute");
    assertThat(Await.storeFailure(invalid.identity()).code()).isEqualTo(ErrorCode.INVALID_PATH);
    assertThat(Await.storeFailure(invalid.sha256()).code()).isEqualTo(ErrorCode.INVALID_PATH);
    nothingIsLeft(store);
    assertThat(Await.storeFailure(store.readStream("file").identity()).code())
        .isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void isOpenedAfterWhatWasCalledBeforeAndReadsThatVersion() {
    ManagedStore store = open();
    store.publish("file", Buffer.buffer("first"));
    StoreReadStream first = store.readStream("file").pause();
    store.replace("file", Buffer.buffer("second"));
    StoreReadStream second = store.readStream("file");
    Future<?> removed = store.remove("file");
    Consumer late = new Consumer(second);
    Consumer early = new Consumer(first);
    Await.result(late.end.future());
    first.resume();
    Await.result(early.end.future());
    assertThat(early.all()).hasToString("first");
    assertThat(late.all()).hasToString("second");
    Await.result(removed);
    nothingIsLeft(store);
  }

  @Test
  void contentThatIsChangedInPlaceFailsAtItsEnd() throws Exception {
    ManagedStore store = store();
    StoreReadStream stream = store.readStream("file").pause();
    Consumer consumer = new Consumer(stream);
    Await.result(stream.identity());
    Files.write(file("file"), new byte[] {1, 2, 3}, StandardOpenOption.WRITE);
    stream.resume();
    assertThat(Await.storeFailure(consumer.end.future()).code())
        .isEqualTo(ErrorCode.CHANGED_CONCURRENTLY);
    assertThat(Await.storeFailure(stream.sha256()).code())
        .isEqualTo(ErrorCode.CHANGED_CONCURRENTLY);
    nothingIsLeft(store);
  }

  @Test
  void anotherDigestThanTheExpectedOneFailsAtItsEnd() {
    ManagedStore store = store();
    Consumer right =
        new Consumer(
            store.readStream("file", new ReadStreamOptions().setExpectedSha256(sha256(CONTENT))));
    Await.result(right.end.future());
    Consumer wrong =
        new Consumer(
            store.readStream("file", new ReadStreamOptions().setExpectedSha256(sha256(bytes(5)))));
    assertThat(Await.storeFailure(wrong.end.future()).code()).isEqualTo(ErrorCode.CONTENT_MISMATCH);
    nothingIsLeft(store);
  }

  @Test
  void oneWhoseHandlerIsTakenAwayIsClosed() {
    ManagedStore store = store();
    StoreReadStream stream = store.readStream("file").pause();
    Consumer consumer = new Consumer(stream);
    Await.result(stream.identity());
    stream.handler(null);
    stream.resume();
    assertThat(Await.storeFailure(stream.sha256()).code()).isEqualTo(ErrorCode.STREAM_ABANDONED);
    Await.result(stream.close());
    assertThat(consumer.pieces).isEmpty();
    assertThat(consumer.end.future().isComplete()).isFalse();
    nothingIsLeft(store);
  }

  @Test
  void lessThanNothingCannotBeAskedFor() {
    ManagedStore store = store();
    StoreReadStream stream = store.readStream("file");
    assertThatIllegalArgumentException().isThrownBy(() -> stream.fetch(-1));
    Future<Void> closed = stream.close();
    Await.result(closed);
    nothingIsLeft(store);
  }
}
