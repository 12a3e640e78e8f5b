package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Skip;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The exact calls of a replace: a call more is a price, a call less a hole. Two bytes are locked:
 * the name's and the topology's; the content is written and synced before.
 */
class ReplaceTraceTest extends RootTestCase {
  private TracingSys sys;
  private TestRoot traced;

  @BeforeEach
  void open() throws Exception {
    sys = new TracingSys(TestRoot.LINUX);
    traced = rootAt(root.path(), sys);
    traced.publish("file", "old");
    traced.publish("a/b/file", "old");
    if (traced.handle().identify("file").birthNs() == null) {
      Skip.because("no birth times here, so no directory is ever known again");
    }
    sys.forget();
  }

  private void replace(String file, int size, Durability durability) {
    traced
        .handle()
        .replace(file, ByteSource.of(new byte[size]), new WriteOptions().setDurability(durability));
  }

  @Test
  void inTheRoot() {
    replace("file", 4, Durability.FULL);
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "createFile .holdfast/staging/*/n-*",
            "stat .holdfast/staging/*/n-*",
            "aclQuery .holdfast/staging/*/n-*",
            "write .holdfast/staging/*/n-*",
            "sync .holdfast/staging/*/n-*",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "statName file",
            "renameReplace file",
            "statName file",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync .",
            "statPath .");
  }

  @Test
  void inADirectoryThatIsKnown() {
    replace("a/b/file", 4, Durability.FULL);
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "createFile .holdfast/staging/*/n-*",
            "stat .holdfast/staging/*/n-*",
            "aclQuery .holdfast/staging/*/n-*",
            "write .holdfast/staging/*/n-*",
            "sync .holdfast/staging/*/n-*",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "statName a/b/file",
            "renameReplace a/b/file",
            "statName a/b/file",
            "openDir a/b",
            "stat a/b",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync a/b",
            "statPath .");
  }

  @Test
  void withADirectoryToBeMade() {
    replace("new/file", 4, Durability.FULL);
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "openDir new",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "mkdir new",
            "openDir new",
            "stat new",
            "aclQuery new",
            "aclQuery new",
            "ofdUnlock .holdfast/commit.lock",
            "sync .",
            "openDir new",
            "stat new",
            "statName new/.holdfast",
            "createFile .holdfast/staging/*/n-*",
            "stat .holdfast/staging/*/n-*",
            "aclQuery .holdfast/staging/*/n-*",
            "write .holdfast/staging/*/n-*",
            "sync .holdfast/staging/*/n-*",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir new",
            "stat new",
            "statName new/file",
            "renameReplace new/file",
            "statName new/file",
            "openDir new",
            "stat new",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync new",
            "statPath .");
  }

  @Test
  void withoutSyncsWhereNoneAreWanted() {
    replace("file", 4, Durability.OS_BUFFERED);
    replace("x/y/file", 4, Durability.OS_BUFFERED);
    assertThat(sys.syncs(root.path())).isEmpty();
  }

  @Test
  void onlyTheContentCostsMoreForALargerFile() {
    replace("file", 1, Durability.FULL);
    int small = sys.below(root.path()).size();
    sys.forget();
    replace("file", 1024 * 1024, Durability.FULL);
    assertThat(sys.below(root.path())).hasSize(small + 7);
  }
}
