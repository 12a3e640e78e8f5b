package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationReceipt;
import dev.holdfast.PublishReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file whose content comes in pieces. */
class WriteStreamTest extends StreamTestBase {

  private static WriteStreamOptions options(boolean replace) {
    return new WriteStreamOptions().setReplace(replace);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isWhatWasWrittenOnceItHasEndedAndNothingBefore(boolean replace) {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("a/file", options(replace));
    Buffer all = Buffer.buffer();
    for (int length : new int[] {0, 1, 100_000, 3, 700_000, 0, 256 * 1024, 5}) {
      Buffer piece = bytes(length);
      Await.result(stream.write(piece));
      all.appendBuffer(piece);
      assertThat(Await.result(store.exists("a/file"))).isFalse();
    }

    Await.result(stream.end());

    MutationReceipt receipt = Await.result(stream.receipt());
    assertThat(receipt).isInstanceOf(replace ? ReplaceReceipt.class : PublishReceipt.class);
    assertThat(receipt.outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(Await.result(store.read("a/file")).content()).isEqualTo(all);
    assertThat(Await.result(store.read("a/file")).identity().sha256()).isEqualTo(sha256(all));
    nothingIsLeft(store);
  }

  @Test
  void manySmallPiecesKeepTheirOrder() {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("file");
    List<Future<Void>> writes = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      writes.add(stream.write(Buffer.buffer(i + ",")));
      expected.append(i).append(',');
    }
    Await.result(stream.end(Buffer.buffer("end")));
    assertThat(writes).allMatch(Future::succeeded);
    assertThat(Await.result(store.read("file")).content()).hasToString(expected + "end");
    nothingIsLeft(store);
  }

  @Test
  void anEmptyStreamIsAnEmptyFile() {
    ManagedStore store = open();
    Await.result(store.writeStream("file").end());
    assertThat(file("file")).isEmptyFile();
    nothingIsLeft(store);
  }

  @Test
  void replacesOnlyIfThatIsAskedFor() {
    ManagedStore store = open();
    Await.result(store.publish("file", Buffer.buffer("old")));
    StoreWriteStream publishing = store.writeStream("file");
    publishing.write(Buffer.buffer("new"));
    notCommitted(publishing.end(), ErrorCode.DESTINATION_CONFLICT);
    assertThat(Await.result(store.read("file")).content()).hasToString("old");

    StoreWriteStream replacing = store.writeStream("file", options(true));
    replacing.write(Buffer.buffer("new"));
    Await.result(replacing.end());
    ReplaceReceipt receipt = (ReplaceReceipt) Await.result(replacing.receipt());
    assertThat(receipt.created()).isFalse();
    assertThat(Await.result(store.read("file")).content()).hasToString("new");
    nothingIsLeft(store);
  }

  @Test
  void theOptionsAreHeeded() {
    ManagedStore store = open();
    StoreWriteStream buffered =
        store.writeStream("file", new WriteStreamOptions().setDurability(Durability.OS_BUFFERED));
    Await.result(buffered.end());
    assertThat(Await.result(buffered.receipt()).outcome().durability())
        .isEqualTo(DurabilityState.NOT_ATTEMPTED);
    notCommitted(
        store.writeStream("no/file", new WriteStreamOptions().setCreateParents(false)).end(),
        ErrorCode.NOT_FOUND);
    StoreWriteStream limited = store.writeStream("large", new WriteStreamOptions().setMaxSize(3));
    limited.write(Buffer.buffer("abc"));
    notCommitted(limited.write(Buffer.buffer("d")), ErrorCode.TOO_LARGE);
    notCommitted(limited.end(), ErrorCode.TOO_LARGE);
    nothingIsLeft(store);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void contentThatIsNotTheAnnouncedOneLeavesNothing(boolean replace) {
    ManagedStore store = open();
    Buffer content = bytes(300_000);
    StoreWriteStream cut =
        store.writeStream("file", options(replace).setExpectedSize(content.length() + 1));
    cut.write(content);
    notCommitted(cut.end(), ErrorCode.CONTENT_MISMATCH);
    StoreWriteStream other =
        store.writeStream("file", options(replace).setExpectedSha256(sha256(bytes(7))));
    other.write(content);
    notCommitted(other.end(), ErrorCode.CONTENT_MISMATCH);
    assertThat(file("file")).doesNotExist();

    StoreWriteStream right =
        store.writeStream(
            "file",
            options(replace)
                .setExpectedSize(content.length())
                .setExpectedSha256(sha256(content).toUpperCase(Locale.ROOT)));
    right.write(content);
    Await.result(right.end());
    assertThat(Await.result(store.read("file")).content()).isEqualTo(content);
    nothingIsLeft(store);
  }

  @Test
  void whatIsWrongFromTheBeginningIsToldByEveryFuture() {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("../file");
    Promise<Throwable> told = Promise.promise();
    stream.exceptionHandler(told::complete);
    notCommitted(stream.write(Buffer.buffer("x")), ErrorCode.INVALID_PATH);
    notCommitted(stream.end(), ErrorCode.INVALID_PATH);
    notCommitted(stream.receipt(), ErrorCode.INVALID_PATH);
    notCommitted(Future.failedFuture(Await.result(told.future())), ErrorCode.INVALID_PATH);
    Await.result(stream.abandon());
    nothingIsLeft(store);
    notCommitted(store.writeStream("file").end(), ErrorCode.CLOSED);
  }

  @Test
  void nothingIsWrittenAfterItsEnd() {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("file");
    stream.write(Buffer.buffer("text"));
    Future<Void> end = stream.end();
    assertThat(Await.failure(stream.write(Buffer.buffer("more"))))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Await.failure(stream.end())).isInstanceOf(IllegalStateException.class);
    Await.result(end);
    assertThat(Await.failure(stream.write(Buffer.buffer("more"))))
        .isInstanceOf(IllegalStateException.class);
    Await.result(stream.abandon());
    assertThat(file("file")).hasContent("text");
    nothingIsLeft(store);
  }

  @Test
  void onlyItsEndHasAPlaceAmongTheOperationsOnThePath() {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("file", options(true));
    stream.write(Buffer.buffer("streamed"));
    Await.result(store.publish("file", Buffer.buffer("first")));
    assertThat(Await.result(store.read("file")).content()).hasToString("first");
    Await.result(stream.end());
    assertThat(Await.result(store.read("file")).content()).hasToString("streamed");
    nothingIsLeft(store);
  }
}
