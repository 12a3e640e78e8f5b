package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.PublishAllResult;
import dev.holdfast.PublishReceipt;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishes and replaces that are under way at a time, and publishAll. */
class ConcurrentWritesTest extends StoreTestBase {
  private final AtomicReference<CountingSys> sys = new AtomicReference<>();

  private ManagedStore openCounting(ManagedStoreOptions options) {
    StoreRuntime runtime =
        runtime(
            kernel -> {
              sys.set(new CountingSys(kernel));
              return sys.get();
            });
    return Await.result(runtime.open(vertx, options));
  }

  private static String read(ManagedStore store, String path) {
    return Await.result(store.read(path)).content().toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void manyIntoOneDirectory(int threads) {
    ManagedStore store = Await.result(ManagedStore.open(vertx, options().setDataThreads(threads)));
    List<Future<PublishReceipt>> publishes = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      publishes.add(store.publish("dir/f" + i, Buffer.buffer("text " + i)));
    }
    for (int i = 0; i < 64; i++) {
      PublishReceipt receipt = Await.result(publishes.get(i));
      assertThat(receipt.path()).isEqualTo("dir/f" + i);
      assertThat(receipt.outcome().durability()).isEqualTo(DurabilityState.PROVEN);
      assertThat(read(store, "dir/f" + i)).isEqualTo("text " + i);
    }
  }

  @Test
  void ofOnePathTheFirstCalledPublishesAndTheOthersConflict() {
    ManagedStore store = open();
    List<Future<PublishReceipt>> publishes = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      publishes.add(store.publish("file", Buffer.buffer("text " + i)));
    }
    Await.result(publishes.get(0));
    for (Future<PublishReceipt> other : publishes.subList(1, 64)) {
      MutationException conflict = Await.mutationFailure(other);
      assertThat(conflict.code()).isEqualTo(ErrorCode.DESTINATION_CONFLICT);
      assertThat(conflict.mutation().state()).isEqualTo(State.NOT_COMMITTED);
    }
    assertThat(read(store, "file")).isEqualTo("text 0");
  }

  @Test
  void ofOnePathTheLastCalledReplaceStays() {
    ManagedStore store = open();
    List<Future<ReplaceReceipt>> replaces = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      replaces.add(store.replace("file", Buffer.buffer("text " + i)));
    }
    for (int i = 0; i < 64; i++) {
      assertThat(Await.result(replaces.get(i)).created()).isEqualTo(i == 0);
    }
    assertThat(read(store, "file")).isEqualTo("text 63");
  }

  @Test
  void whatArrivesDuringASyncIsMadeDurableTogether() throws Exception {
    ManagedStore store = openCounting(options());
    sys.get().hold();
    List<Future<PublishReceipt>> publishes = new ArrayList<>();
    publishes.add(store.publish("first", Buffer.buffer("x")));
    sys.get().awaitUnnamedFiles(1);
    for (int i = 0; i < 20; i++) {
      publishes.add(store.publish("f" + i, Buffer.buffer("x")));
    }
    sys.get().awaitUnnamedFiles(20); // staged while the first is being made durable
    sys.get().release();
    publishes.forEach(Await::result);
    if (store.capabilities().syncFs()) {
      assertThat(sys.get().fileSystemSyncs).hasValue(1);
      assertThat(sys.get().syncs).as("the first file, and its directory twice").hasValue(3);
    } else {
      assertThat(sys.get().syncs).as("each file, and the directory twice").hasValue(23);
    }
  }

  @Test
  void theWholeFileSystemIsNotSyncedWhereThatIsForbidden() throws Exception {
    ManagedStore store = openCounting(options().setSyncfs(false));
    Await.result(store.publishAll(files(20)));
    assertThat(sys.get().fileSystemSyncs).hasValue(0);
  }

  @Test
  void oneThatFailsTouchesNoOther() {
    ManagedStore store = Await.result(ManagedStore.open(vertx, options().setMaxFileBytes(100)));
    Await.result(store.publish("taken", Buffer.buffer("before")));
    Future<PublishReceipt> first = store.publish("first", Buffer.buffer("1"));
    Future<PublishReceipt> taken = store.publish("taken", Buffer.buffer("2"));
    Future<PublishReceipt> invalid = store.publish("../x", Buffer.buffer("3"));
    Future<PublishReceipt> large = store.publish("large", Buffer.buffer(new byte[101]));
    Future<ReplaceReceipt> below = store.replace("taken/below", Buffer.buffer("5"));
    Future<PublishReceipt> last = store.publish("last", Buffer.buffer("6"));
    assertThat(Await.storeFailure(taken).code()).isEqualTo(ErrorCode.DESTINATION_CONFLICT);
    assertThat(Await.storeFailure(invalid).code()).isEqualTo(ErrorCode.INVALID_PATH);
    assertThat(Await.storeFailure(large).code()).isEqualTo(ErrorCode.TOO_LARGE);
    assertThat(Await.storeFailure(below).code()).isEqualTo(ErrorCode.NOT_DIRECTORY);
    Await.result(first);
    Await.result(last);
    assertThat(read(store, "taken")).isEqualTo("before");
  }

  @Test
  void whatWasCalledBeforeCloseIsCarriedThrough() {
    ManagedStore store = open();
    List<Future<PublishReceipt>> publishes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      publishes.add(store.publish("f" + i, Buffer.buffer("x")));
    }
    Future<Void> closed = store.close();
    publishes.forEach(Await::result);
    Await.result(closed);
    assertThat(Await.storeFailure(store.publish("late", Buffer.buffer("x"))).code())
        .isEqualTo(ErrorCode.CLOSED);
  }

  // ---- publishAll ----

  private static Map<String, Buffer> files(int count) {
    Map<String, Buffer> files = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      files.put("dir" + i % 2 + "/f" + i, Buffer.buffer("text " + i));
    }
    return files;
  }

  @Test
  void publishesAll() {
    ManagedStore store = open();
    PublishAllResult result = Await.result(store.publishAll(files(100)));
    assertThat(result.isComplete()).isTrue();
    assertThat(result.receipts().keySet()).containsExactlyElementsOf(files(100).keySet());
    files(100)
        .forEach((path, content) -> assertThat(read(store, path)).isEqualTo(content.toString()));
  }

  @Test
  void eachOfAllHasItsOwnEnding() {
    ManagedStore store = open();
    Await.result(store.publish("taken", Buffer.buffer("before")));
    Map<String, Buffer> files = files(3);
    files.put("taken", Buffer.buffer("x"));
    files.put("/invalid", Buffer.buffer("x"));
    PublishAllResult result =
        Await.result(
            store.publishAll(files, new WriteOptions().setDurability(Durability.OS_BUFFERED)));
    assertThat(result.isComplete()).isFalse();
    assertThat(result.receipts()).hasSize(3);
    assertThat(result.receipts().values())
        .allSatisfy(
            receipt ->
                assertThat(receipt.outcome().durability())
                    .isEqualTo(DurabilityState.NOT_ATTEMPTED));
    assertThat(result.failures()).containsOnlyKeys("taken", "/invalid");
    assertThat(result.failures().get("taken").code()).isEqualTo(ErrorCode.DESTINATION_CONFLICT);
    assertThat(result.failures().get("/invalid").code()).isEqualTo(ErrorCode.INVALID_PATH);
  }

  @Test
  void allOfNothingIsNothing() {
    PublishAllResult result = Await.result(open().publishAll(Map.of()));
    assertThat(result.isComplete()).isTrue();
    assertThat(result.receipts()).isEmpty();
  }

  @Test
  void whatIsTooMuchAtATimeIsBusy() {
    ManagedStore store =
        Await.result(ManagedStore.open(vertx, options().setMaxPendingOperations(10)));
    PublishAllResult result = Await.result(store.publishAll(files(12)));
    assertThat(result.receipts()).hasSizeGreaterThanOrEqualTo(10);
    assertThat(result.failures().values())
        .allSatisfy(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.BUSY));
    assertThat(result.receipts().size() + result.failures().size()).isEqualTo(12);
  }

  @Test
  void aClosedStorePublishesNoneOfThem() {
    ManagedStore store = open();
    Await.result(store.close());
    PublishAllResult result = Await.result(store.publishAll(files(2)));
    assertThat(result.failures()).hasSize(2);
    assertThat(result.failures().values())
        .allSatisfy(failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CLOSED));
  }

  @Test
  void nullsAreRefusedBeforeAnythingBegins() {
    ManagedStore store = open();
    Map<String, Buffer> withNull = new LinkedHashMap<>(Map.of("good", Buffer.buffer("x")));
    withNull.put("bad", null);
    assertThatNullPointerException().isThrownBy(() -> store.publishAll(withNull));
    assertThatNullPointerException()
        .isThrownBy(() -> store.publishAll(Collections.singletonMap(null, Buffer.buffer("x"))));
    assertThat(Await.result(store.exists("good"))).isFalse();
  }
}
