package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Skip;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The exact calls of a publish: a call more is a price, a call less a hole.
 *
 * <p>A commit section, in every list: the topology's byte, shared; whether {@code .holdfast} and
 * the lock file are still those that everybody else looks at; whether the root's path still means
 * the root, and the parent's path the parent; the commit; the look at what it did, and at where the
 * parent's path leads; the unlock.
 */
class PublishTraceTest extends RootTestCase {
  private TracingSys sys;
  private TestRoot traced;

  @BeforeEach
  void open() throws Exception {
    Disk.directory(root.path());
    Disk.directory(below("a"));
    Disk.directory(below("a/b"));
    sys = new TracingSys(TestRoot.LINUX);
    traced = rootAt(root.path(), sys);
    traced.open();
    Disk.file(below("old"), "");
    if (traced.handle().identify("old").birthNs() == null) {
      Skip.because("no birth times here, so no directory is ever known again");
    }
    traced.publish("first", "text");
    sys.forget();
  }

  @Test
  void firstOfAll() {
    TracingSys fresh = new TracingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), fresh);
    process.open();
    fresh.forget();
    process.publish("file", "text");
    assertThat(fresh.below(root.path()))
        .as("opens a description of the lock file, which is kept")
        .containsSubsequence(
            "sync #",
            "openFile .holdfast/commit.lock",
            "stat .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock")
        .hasSize(19);
  }

  @Test
  void intoTheRoot() {
    traced.publish("file", "text");
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "openTmp #",
            "stat #",
            "aclQuery #",
            "write #",
            "sync #",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "link file",
            "statName file",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync .",
            "statPath .");
  }

  @Test
  void intoADirectoryOfSomebodyElseForTheFirstTime() {
    traced.publish("a/b/file", "text");
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "sync .",
            "openDir a",
            "stat a",
            "statName a/.holdfast",
            "sync a",
            "openDir a/b",
            "stat a/b",
            "statName a/b/.holdfast",
            "openTmp a/b/#",
            "stat a/b/#",
            "aclQuery a/b/#",
            "write a/b/#",
            "sync a/b/#",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "link a/b/file",
            "statName a/b/file",
            "openDir a/b",
            "stat a/b",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "sync a/b",
            "statPath .");
  }

  @Test
  void intoADirectoryThatIsKnown() {
    traced.publish("a/b/first", "text");
    sys.forget();
    traced.publish("a/b/file", "text");
    assertThat(sys.below(root.path()))
        .containsExactly(
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "openTmp a/b/#",
            "stat a/b/#",
            "aclQuery a/b/#",
            "write a/b/#",
            "sync a/b/#",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir a/b",
            "stat a/b",
            "link a/b/file",
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
    traced.publish("new/file", "text");
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
            "openTmp new/#",
            "stat new/#",
            "aclQuery new/#",
            "write new/#",
            "sync new/#",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "statName .holdfast",
            "statName .holdfast/commit.lock",
            "statPath .",
            "openDir new",
            "stat new",
            "link new/file",
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
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    traced.publish("x/y/file", new byte[1], buffered);
    traced.publish("file", new byte[1], buffered);
    assertThat(sys.syncs(root.path())).isEmpty();
  }

  @Test
  void ofAnEmptyFileWritesNothing() {
    traced.publish("empty", new byte[0], new WriteOptions());
    assertThat(sys.below(root.path())).noneMatch(call -> call.startsWith("write"));
    assertThat(sys.syncs(root.path())).containsExactly("#", ".");
  }

  @Test
  void onlyTheContentCostsMoreForALargerFile() {
    traced.publish("small", new byte[1], new WriteOptions());
    int small = sys.below(root.path()).size();
    sys.forget();
    traced.publish("large", new byte[1024 * 1024], new WriteOptions());
    assertThat(sys.below(root.path())).hasSize(small + 7);
  }
}
