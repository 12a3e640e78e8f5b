package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileSnapshot;
import dev.holdfast.ManagedStore;
import dev.holdfast.ReplaceReceipt;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations that act on what was read, through the public API. */
class ExpectationsTest extends StoreTestBase {
  private ManagedStore store;

  @BeforeEach
  void openStore() {
    store = open();
  }

  private static Future<Buffer> increment(Optional<FileSnapshot> found) {
    int before = found.map(file -> Integer.parseInt(file.content().toString())).orElse(0);
    return Future.succeededFuture(Buffer.buffer(Integer.toString(before + 1)));
  }

  @Test
  void anUpdateBeginsWithNothing() {
    ReplaceReceipt receipt = Await.result(store.update("counter", ExpectationsTest::increment));
    assertThat(receipt.created()).isTrue();
    assertThat(Await.result(store.read("counter")).content()).hasToString("1");
  }

  @Test
  void noUpdateIsLost() {
    List<Future<ReplaceReceipt>> updates = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      updates.add(store.update("counter", ExpectationsTest::increment));
    }
    Await.result(Future.all(updates));
    assertThat(Await.result(store.read("counter")).content()).hasToString("12");
  }

  @Test
  void aFailedFunctionChangesNothing() {
    Await.result(store.publish("file", Buffer.buffer("old")));
    Future<ReplaceReceipt> update =
        store.update("file", found -> Future.failedFuture(new IllegalStateException("no")));
    assertThat(Await.failure(update)).isInstanceOf(IllegalStateException.class);
    assertThat(Await.result(store.read("file")).content()).hasToString("old");
  }

  @Test
  void whatIsNotExpectedIsLeftAlone() {
    Expectation old =
        Expectation.identity(Await.result(store.publish("file", Buffer.buffer("old"))).identity());
    Await.result(store.replace("file", Buffer.buffer("new")));
    assertMismatch(store.compareAndReplace("file", old, Buffer.buffer("newer")));
    assertMismatch(store.removeExpected("file", old));
    assertMismatch(store.readExpected("file", old));
    assertThat(Await.result(store.read("file")).content()).hasToString("new");
  }

  private void assertMismatch(Future<?> operation) {
    assertThat(Await.storeFailure(operation).code()).isEqualTo(ErrorCode.IDENTITY_MISMATCH);
  }

  @Test
  void whatIsExpectedIsChanged() {
    FileSnapshot file =
        Await.result(store.publish("file", Buffer.buffer("old")).compose(r -> store.read("file")));
    Expectation content = Expectation.content(file.identity().sha256(), file.identity().size());
    assertThat(Await.result(store.readExpected("file", content)).content()).hasToString("old");
    ReplaceReceipt receipt =
        Await.result(store.compareAndReplace("file", content, Buffer.buffer("new")));
    Await.result(store.removeExpected("file", Expectation.identity(receipt.identity())));
    assertThat(Await.result(store.exists("file"))).isFalse();
  }

  @Test
  void oneOfManyConsumersGetsTheFile() {
    Await.result(store.publish("file", Buffer.buffer("once")));
    List<Future<String>> consumers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      consumers.add(store.consume("file").map(taken -> taken.content().toString()).otherwise(""));
    }
    Await.result(Future.join(consumers));
    assertThat(consumers).extracting(Future::result).containsOnlyOnce("once");
    assertThat(Await.result(store.exists("file"))).isFalse();
  }
}
