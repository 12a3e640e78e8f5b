package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListEntry;
import dev.holdfast.ListPage;
import dev.holdfast.ManagedStore;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names are UTF-8 whatever the locale; runs once more where the runtime knows ASCII only. */
@Tag("locale")
class LocaleTest extends StoreTestBase {
  private static final String DIRECTORY = "m\u00fcsli \u65e5\u672c";
  private static final String FILE = "\ud83d\ude00.txt";

  @Test
  void namesBeyondAsciiAreWrittenReadAndListed() {
    ManagedStore store = open();
    Await.result(store.publish(DIRECTORY + "/" + FILE, Buffer.buffer("x")));
    assertThat(Await.result(store.read(DIRECTORY + "/" + FILE)).content()).hasToString("x");
    ListPage root = Await.result(store.list(""));
    assertThat(root.entries()).extracting(ListEntry::name).containsExactly(DIRECTORY);
    ListPage directory = Await.result(store.list(DIRECTORY));
    assertThat(directory.entries()).extracting(ListEntry::name).containsExactly(FILE);
    removeBeyondAscii(store);
  }

  @Test
  void namesThatUtf8CannotExpressAreRefused() {
    assertThat(Await.storeFailure(open().read("half a pair: \ud83d")).code())
        .isEqualTo(ErrorCode.INVALID_PATH);
  }

  @Test
  void aRootThatTheLocaleGarbledIsRefusedByName() {
    var e =
        Await.storeFailure(
            ManagedStore.open(vertx, options().setRoot(temporary + "/m\ufffd\ufffdsli")));
    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_PATH);
    assertThat(e).hasMessageContaining("LC_ALL=C.UTF-8");
  }

  /** The runtime cannot remove what it cannot name, so a process that does not care does it. */
  private void removeBeyondAscii(ManagedStore store) {
    Await.result(store.close());
    try {
      Process rm =
          new ProcessBuilder("rm", "-r", temporary.resolve("root").toString()).inheritIO().start();
      assertThat(rm.waitFor()).isZero();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
