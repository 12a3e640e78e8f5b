package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileSnapshot;
import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Operations on one path run in the order of the calls, whatever handle they are called on. */
class OrderTest extends StoreTestBase {

  @Test
  void aReadSeesTheReplaceThatWasCalledBeforeItAndNoneThatWasCalledAfter() {
    ManagedStore store = open();
    List<Future<FileSnapshot>> reads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      store.replace("file", Buffer.buffer("version " + i));
      reads.add(store.read("file"));
    }
    for (int i = 0; i < reads.size(); i++) {
      assertThat(Await.result(reads.get(i)).content()).hasToString("version " + i);
    }
  }

  @Test
  void theOrderHoldsAcrossHandlesAndVertxInstances() {
    Vertx other = Vertx.vertx();
    ManagedStore first = open();
    ManagedStore second = Await.result(ManagedStore.open(other, options()));
    List<Future<FileSnapshot>> reads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      ManagedStore writer = i % 2 == 0 ? first : second;
      ManagedStore reader = i % 2 == 0 ? second : first;
      writer.replace("file", Buffer.buffer("version " + i));
      reads.add(reader.read("file"));
    }
    for (int i = 0; i < reads.size(); i++) {
      assertThat(Await.result(reads.get(i)).content()).hasToString("version " + i);
    }
    Await.result(other.close());
  }

  @Test
  void publishRemovePublishIsWhatItSays() {
    ManagedStore store = open();
    Future<?> first = store.publish("file", Buffer.buffer("1"));
    Future<?> conflict = store.publish("file", Buffer.buffer("2"));
    Future<?> removed = store.remove("file");
    Future<Boolean> removedAgain = store.removeIfExists("file");
    Future<?> second = store.publish("file", Buffer.buffer("3"));
    Future<FileSnapshot> read = store.read("file");
    Await.result(first);
    assertThat(Await.storeFailure(conflict).code()).isEqualTo(ErrorCode.DESTINATION_CONFLICT);
    Await.result(removed);
    assertThat(Await.result(removedAgain)).isFalse();
    Await.result(second);
    assertThat(Await.result(read).content()).hasToString("3");
  }
}
