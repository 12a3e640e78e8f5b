package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DetachReceipt;
import dev.holdfast.DetachedFile;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileVersion;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.SweepReport;
import dev.holdfast.Tombstone;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What was replaced or taken away and can come back, through the public API. */
class KeptVersionsTest extends StoreTestBase {
  private ManagedStore store;

  @BeforeEach
  void openStore() {
    store = open();
  }

  @Override
  ManagedStoreOptions options() {
    return super.options().setKeepHistory(3);
  }

  private String read(String path) {
    return Await.result(store.read(path)).content().toString();
  }

  private Expectation is(String path) {
    return Expectation.identity(Await.result(store.identify(path)));
  }

  @Test
  void whatWasReplacedComesBack() {
    Await.result(store.publish("file", Buffer.buffer("one")));
    Await.result(store.replace("file", Buffer.buffer("two")));
    List<FileVersion> versions = Await.result(store.history("file"));
    assertThat(versions).hasSize(1);
    long first = versions.get(0).version();
    assertThat(Await.result(store.readVersion("file", first)).content()).hasToString("one");
    Await.result(store.restore("file", first));
    assertThat(read("file")).isEqualTo("one");
    assertThat(Await.result(store.clearHistory("file"))).isEqualTo(2);
    assertThat(Await.storeFailure(store.restore("file", first)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  /** Concurrent replaces are made in batches, and each of them keeps what it replaced. */
  @Test
  void versionsOfManyFilesAtOnce() {
    List<Future<?>> replaces = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 30; i++) {
        replaces.add(store.replace("dir/file" + i, Buffer.buffer(i + "." + round)));
      }
    }
    Await.result(Future.all(replaces));
    for (int i = 0; i < 30; i++) {
      String path = "dir/file" + i;
      List<String> contents =
          Await.result(store.history(path)).stream()
              .map(found -> Await.result(store.readVersion(path, found.version())).content())
              .map(Buffer::toString)
              .toList();
      assertThat(contents).containsExactly(i + ".1", i + ".0");
    }
  }

  @Test
  void theHandlesOfAProcessAgree() {
    ManagedStoreOptions other = options().setHistoryMaxBytes(10);
    assertThat(Await.storeFailure(ManagedStore.open(vertx, other)))
        .hasMessageContaining("historyMaxBytes=10, in use is 9223372036854775807")
        .extracting("code")
        .isEqualTo(ErrorCode.OPTIONS_CONFLICT);
  }

  @Test
  void whatWasDetachedComesBackOrGoes() {
    Await.result(store.publish("file", Buffer.buffer("content")));
    DetachReceipt receipt = Await.result(store.detach("file", is("file")));
    assertThat(receipt.path()).isEqualTo("file");
    assertThat(Await.result(store.exists("file"))).isFalse();
    assertThat(Await.result(store.detached())).containsExactly(receipt.file());
    Await.result(store.attach(receipt.file()));
    assertThat(read("file")).isEqualTo("content");
    DetachedFile again = Await.result(store.detach("file", is("file"))).file();
    Await.result(store.discard(again));
    assertThat(Await.result(store.detached())).isEmpty();
    assertThat(Await.storeFailure(store.attach(again)).code()).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void oneFileTakesThePlaceOfAnother() {
    Await.result(store.publish("next", Buffer.buffer("next")));
    Await.result(store.publish("live", Buffer.buffer("live")));
    ReplaceReceipt receipt =
        Await.result(store.replaceFrom("next", is("next"), "live", is("live")));
    assertThat(receipt.path()).isEqualTo("live");
    assertThat(read("live")).isEqualTo("next");
    assertThat(Await.result(store.exists("next"))).isFalse();
    assertThat(Await.result(store.history("live"))).hasSize(1);
  }

  @Test
  void aSweepOfACleanStoreFindsNothing() {
    SweepReport report = Await.result(store.sweep());
    assertThat(report.recovered().engines()).isZero();
    assertThat(report.removedVersions()).isZero();
  }

  @Test
  void aTombstoneIsReadBack() {
    Tombstone tombstone =
        new Tombstone("sessions/7", "moved", "archive/7", Instant.parse("2026-01-02T03:04:05Z"));
    Await.result(store.publishTombstone("tombstones/7", tombstone));
    assertThat(Await.result(store.readTombstone("tombstones/7"))).isEqualTo(tombstone);
    assertThat(read("tombstones/7")).endsWith("}\n").contains("\"type\":\"tombstone\"");
    Tombstone bare = new Tombstone("sessions/8", "expired", null, tombstone.at());
    Await.result(store.publishTombstone("tombstones/8", bare));
    assertThat(Await.result(store.readTombstone("tombstones/8"))).isEqualTo(bare);
    assertThat(Await.storeFailure(store.publishTombstone("tombstones/8", bare)).code())
        .isEqualTo(ErrorCode.DESTINATION_CONFLICT);
    for (String other : List.of("not json", "[]", "{\"type\":\"tombstone\"}", "{}")) {
      Await.result(store.replace("other", Buffer.buffer(other)));
      assertThat(Await.storeFailure(store.readTombstone("other")).code())
          .as(other)
          .isEqualTo(ErrorCode.INVALID_REQUEST);
    }
  }
}
