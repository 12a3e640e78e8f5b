package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Somebody who does not take the commit lock, in the middle of a replace. */
class ReplaceRaceTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);
  private TestRoot process;

  @BeforeEach
  void open() {
    process = rootAt(root.path(), sys);
    process.publish("file", "old");
  }

  private void nothingIsLeft() throws Exception {
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
    Held.byOneWriter(root.path());
  }

  /** Replacing means replacing whatever is there; the kernel does it in one step. */
  @Test
  void replacesAFileThatCameInTheLastMoment() throws Exception {
    sys.before(
        "renameReplace",
        1,
        () -> {
          Files.delete(below("file"));
          Disk.file(below("file"), "theirs");
        });
    process.replace("file", "new");
    assertThat(below("file")).hasContent("new");
    nothingIsLeft();
  }

  @Test
  void doesNotReplaceADirectoryThatCameInTheLastMoment() throws Exception {
    sys.before(
        "renameReplace",
        1,
        () -> {
          Files.delete(below("file"));
          Disk.directory(below("file"));
          Disk.file(below("file/inside"), "theirs");
        });
    var outcome = Failures.change(() -> process.replace("file", "new")).mutation();
    assertThat(outcome.state()).isEqualTo(State.NOT_COMMITTED);
    assertThat(outcome.errno()).isEqualTo(21);
    assertThat(below("file/inside")).hasContent("theirs");
    nothingIsLeft();
  }

  @Test
  void doesNotMindThatTheOldFileWentAway() throws Exception {
    sys.before("renameReplace", 1, () -> Files.delete(below("file")));
    process.replace("file", "new");
    assertThat(below("file")).hasContent("new");
    nothingIsLeft();
  }

  @Test
  void replacesALinkItselfThatCameInTheLastMoment() throws Exception {
    Disk.file(below("target"), "theirs");
    sys.before(
        "renameReplace",
        1,
        () -> {
          Files.delete(below("file"));
          Files.createSymbolicLink(below("file"), below("target"));
        });
    process.replace("file", "new");
    assertThat(below("target")).hasContent("theirs");
    assertThat(Files.isSymbolicLink(below("file"))).isFalse();
    assertThat(below("file")).hasContent("new");
  }

  @Test
  void tellsWhenTheNewFileIsReplacedAtOnce() throws Exception {
    sys.after(
        "renameReplace",
        1,
        () -> {
          Files.delete(below("file"));
          Disk.file(below("file"), "theirs");
        });
    var failure =
        Failures.change(
            ErrorCode.IDENTITY_MISMATCH, State.COMMITTED, () -> process.replace("file", "new"));
    assertThat(failure.mutation().reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
    assertThat(below("file")).hasContent("theirs");
    nothingIsLeft();
  }

  @Test
  void tellsWhenTheNewFileIsRemovedAtOnce() throws Exception {
    sys.after("renameReplace", 1, () -> Files.delete(below("file")));
    Failures.change(
        ErrorCode.IDENTITY_MISMATCH, State.COMMITTED, () -> process.replace("file", "new"));
    nothingIsLeft();
  }

  /** Somebody who tidies up where nobody but the engine has business. */
  @Test
  void isNotMadeIfItsStagedFileIsTaken() throws Exception {
    sys.before(
        "renameReplace",
        1,
        () -> {
          for (String name : StoreTree.staged(root.path())) {
            Files.delete(below(name));
          }
        });
    var failure = Failures.change(() -> process.replace("file", "new"));
    assertThat(failure.mutation().state()).isNotEqualTo(State.COMMITTED);
    assertThat(below("file")).hasContent("old");
    nothingIsLeft();
  }
}
