package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Skip;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The exact calls of a publish: a call more is a price, a call less a hole. */
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
    sys.forget();
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
            "link file",
            "statName file",
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
            "sync a",
            "openDir a/b",
            "stat a/b",
            "openTmp a/b/#",
            "stat a/b/#",
            "aclQuery a/b/#",
            "write a/b/#",
            "sync a/b/#",
            "link a/b/file",
            "statName a/b/file",
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
            "link a/b/file",
            "statName a/b/file",
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
            "mkdir new",
            "openDir new",
            "stat new",
            "aclQuery new",
            "aclQuery new",
            "sync .",
            "openDir new",
            "stat new",
            "openTmp new/#",
            "stat new/#",
            "aclQuery new/#",
            "write new/#",
            "sync new/#",
            "link new/file",
            "statName new/file",
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
