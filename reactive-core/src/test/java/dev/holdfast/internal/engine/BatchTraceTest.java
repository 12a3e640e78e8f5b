package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.sys.Skip;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The calls of a batch, in order. */
class BatchTraceTest extends RootTestCase {
  private static final List<String> COMMIT =
      List.of(
          "ofdTryLock .holdfast/commit.lock",
          "ofdTryLock .holdfast/commit.lock",
          "statName .holdfast",
          "statName .holdfast/commit.lock",
          "statPath .");

  private final TracingSys sys = new TracingSys(TestRoot.LINUX);
  private TestRoot traced;

  @BeforeEach
  void open() {
    traced = rootAt(root.path(), sys);
    traced.publish("a/old", "text");
    traced.publish("b/old", "text");
    if (traced.handle().identify("a/old").birthNs() == null) {
      Skip.because("no birth times here, so no directory is ever known again");
    }
    sys.forget();
  }

  @Test
  void ofOneIsThatOfTheChangeAlone() {
    traced.publish("a/alone", "text");
    traced.replace("b/old", "text");
    List<String> alone = sys.below(root.path());
    sys.forget();
    new Batched(traced.handle()).publish("a/new", "text").run(SyncFsUse.from(2));
    new Batched(traced.handle()).replace("b/old", "text").run(SyncFsUse.from(2));
    assertThat(sys.below(root.path()))
        .isEqualTo(alone.stream().map(call -> call.replace("alone", "new")).toList());
  }

  @Test
  void stagesAllSyncsAllNamesAllAndSyncsEachDirectoryOnce() {
    new Batched(traced.handle())
        .publish("a/1", "text")
        .replace("b/old", "text")
        .publish("a/2", "text")
        .run(Batched.FSYNC);
    assertThat(interesting())
        .containsExactly(
            "openTmp a/#",
            "write a/#",
            "createFile .holdfast/staging/*/n-*",
            "write .holdfast/staging/*/n-*",
            "openTmp a/#",
            "write a/#",
            "sync a/#",
            "sync .holdfast/staging/*/n-*",
            "sync a/#",
            "link a/1",
            "renameReplace b/old",
            "link a/2",
            "sync a",
            "sync b");
  }

  @Test
  void syncsTheFileSystemOnceThroughItsFirstFile() {
    new Batched(traced.handle())
        .publish("a/1", "text")
        .replace("b/old", "text")
        .publish("a/2", "text")
        .run(SyncFsUse.from(3));
    assertThat(interesting())
        .containsExactly(
            "openTmp a/#",
            "write a/#",
            "createFile .holdfast/staging/*/n-*",
            "write .holdfast/staging/*/n-*",
            "openTmp a/#",
            "write a/#",
            "syncFs a/#",
            "link a/1",
            "renameReplace b/old",
            "link a/2",
            "sync a",
            "sync b");
  }

  @Test
  void eachNameHasACommitSectionOfItsOwn() {
    new Batched(traced.handle()).publish("a/1", "x").publish("a/2", "x").run(Batched.FSYNC);
    assertThat(sys.below(root.path()))
        .containsSubsequence(COMMIT)
        .containsSubsequence(
            "link a/1",
            "statName a/1",
            "ofdUnlock .holdfast/commit.lock",
            "ofdUnlock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "ofdTryLock .holdfast/commit.lock",
            "link a/2");
  }

  @Test
  void fewerThanEightAreSyncedOneByOne() {
    Batched seven = new Batched(traced.handle());
    for (int i = 0; i < 7; i++) {
      seven.publish("a/" + i, "text");
    }
    seven.run(SyncFsUse.ifAllowed(true));
    assertThat(sys.below(root.path())).noneMatch(call -> call.startsWith("syncFs"));
  }

  @Test
  void nobodySyncsTheFileSystemWhereThatIsForbidden() {
    Batched ten = new Batched(traced.handle());
    for (int i = 0; i < 10; i++) {
      ten.publish("a/" + i, "text");
    }
    ten.run(SyncFsUse.ifAllowed(false));
    assertThat(sys.below(root.path())).noneMatch(call -> call.startsWith("syncFs"));
  }

  private List<String> interesting() {
    return sys.below(root.path()).stream()
        .filter(
            call -> call.matches("(openTmp|createFile|write|sync|syncFs|link|renameReplace) .*"))
        .toList();
  }
}
