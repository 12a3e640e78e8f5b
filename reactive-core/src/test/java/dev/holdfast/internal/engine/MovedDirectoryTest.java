package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A directory that is moved while a file in it changes. Nothing is acknowledged in a directory to
 * which the path does not lead when the commit section begins; and whoever moves directories under
 * the topology lock waits until it has ended.
 */
class MovedDirectoryTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);
  private TestRoot process;
  private Path gone;

  /** A change of {@code a/file}, which holds {@code old} unless it is to be made. */
  private enum Change {
    PUBLISH("link"),
    REPLACE("renameReplace"),
    REMOVE("renameNoReplace");

    final String commit;

    Change(String commit) {
      this.commit = commit;
    }

    void run(TestRoot root) {
      switch (this) {
        case PUBLISH -> root.publish("a/file", "new");
        case REPLACE -> root.replace("a/file", "new");
        case REMOVE -> root.remove("a/file");
      }
    }
  }

  @BeforeEach
  void open() {
    process = rootAt(root.path(), sys);
    process.publish("a/other", "text");
    gone = temp.resolve("gone");
  }

  private void prepare(Change change) {
    if (change != Change.PUBLISH) {
      process.publish("a/file", "old");
    }
  }

  /** The first lock of the section, or of the way to the directory. */
  private void beforeTheSection(ActingSys.Act act) {
    sys.before("ofdTryLock", 1, act);
  }

  private void moveAway() throws Exception {
    Files.move(below("a"), gone);
  }

  @ParameterizedTest
  @EnumSource
  void isNoticedIfItHappensBeforeTheSection(Change change) throws Exception {
    prepare(change);
    var before = Disk.tree(below("a"));
    beforeTheSection(this::moveAway);
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> change.run(process));
    assertThat(Disk.tree(gone)).isEqualTo(before);
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byOneWriter(root.path());
  }

  @ParameterizedTest
  @EnumSource
  void isNoticedIfSomethingElseIsInItsPlace(Change change) throws Exception {
    prepare(change);
    beforeTheSection(
        () -> {
          moveAway();
          Disk.file(below("a"), "no directory");
        });
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> change.run(process));
    assertThat(below("a")).hasContent("no directory");
  }

  @Test
  void isFollowedByAPublish() throws Exception {
    beforeTheSection(
        () -> {
          moveAway();
          Disk.directory(below("a"));
        });
    process.publish("a/file", "new");
    assertThat(below("a/file")).hasContent("new");
    assertThat(Disk.tree(gone)).containsExactly("other");
  }

  @Test
  void isFollowedByAReplace() throws Exception {
    prepare(Change.REPLACE);
    beforeTheSection(
        () -> {
          moveAway();
          Disk.directory(below("a"));
        });
    assertThat(process.replace("a/file", "new").created()).isTrue();
    assertThat(below("a/file")).hasContent("new");
    assertThat(gone.resolve("file")).hasContent("old");
  }

  @Test
  void isFollowedByARemove() throws Exception {
    prepare(Change.REMOVE);
    beforeTheSection(
        () -> {
          moveAway();
          Disk.directory(below("a"));
          Disk.file(below("a/file"), "other");
        });
    process.remove("a/file");
    assertThat(below("a/file")).doesNotExist();
    assertThat(gone.resolve("file")).hasContent("old");
  }

  @Test
  void isFollowedOnlyToADirectoryThatIsFit() throws Exception {
    beforeTheSection(
        () -> {
          moveAway();
          Disk.chmod(Disk.directory(below("a")), 0755);
        });
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> process.publish("a/file", "new"));
    assertThat(Disk.tree(below("a"))).isEmpty();
  }

  @Test
  void isNotFollowedForEver() throws Exception {
    int[] moves = {0};
    sys.beforeEach(
        "ofdTryLock",
        () -> {
          Files.move(below("a"), temp.resolve("gone" + moves[0]++));
          Disk.directory(below("a"));
        });
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> process.publish("a/file", "new"));
    assertThat(moves[0]).as("two bytes in each of four attempts").isEqualTo(8);
    Held.byOneWriter(root.path());
  }

  /** From the look at the parent until the change is verified. */
  @ParameterizedTest
  @EnumSource
  void hasToWaitForTheSection(Change change) throws Exception {
    prepare(change);
    boolean[] taken = {true, true};
    try (LockByte topology = LockByte.of(root.path(), LockByte.TOPOLOGY)) {
      sys.before(change.commit, 1, () -> taken[0] = topology.take());
      sys.before("ofdUnlock", 1, () -> taken[1] = topology.take());
      change.run(process);
      assertThat(taken).containsExactly(false, false);
      assertThat(topology.take()).as("when it has ended").isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void isWaitedFor(Change change) throws Exception {
    prepare(change);
    LockByte topology = LockByte.of(root.path(), LockByte.TOPOLOGY);
    assertThat(topology.take()).isTrue();
    TestRoot waiting =
        rootAt(
            root.path(),
            nanos -> {
              if (!Files.exists(gone)) {
                assertThat(below("a").toFile().renameTo(gone.toFile())).isTrue();
                topology.close();
              }
            });
    waiting.open();
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> change.run(waiting));
    assertThat(below("a")).doesNotExist();
  }
}
