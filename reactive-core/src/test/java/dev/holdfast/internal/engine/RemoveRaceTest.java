package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Somebody who does not take the commit lock, in the middle of a remove: nothing of theirs goes.
 */
class RemoveRaceTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);
  private TestRoot process;
  private Object theirInode;

  @BeforeEach
  void open() {
    process = rootAt(root.path(), sys);
    process.publish("file", "ours");
  }

  /** Another file gets to the name right before it is moved away. */
  private void swap() throws Exception {
    Path fresh = Disk.file(temp.resolve("fresh"), "theirs");
    theirInode = Files.getAttribute(fresh, "unix:ino");
    Files.delete(below("file"));
    Files.move(fresh, below("file"));
  }

  private void nothingIsLeft() throws Exception {
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
    Held.byOneWriter(root.path());
  }

  @Test
  void putsAForeignFileBack() throws Exception {
    sys.before("renameNoReplace", 1, this::swap);
    MutationException failure =
        Failures.change(
            ErrorCode.IDENTITY_MISMATCH, State.NOT_COMMITTED, () -> process.remove("file"));
    assertThat(failure.mutation().reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
    assertThat(failure.mutation().residue()).isEmpty();
    assertThat(below("file")).hasContent("theirs");
    assertThat(Files.getAttribute(below("file"), "unix:ino")).isEqualTo(theirInode);
    nothingIsLeft();
  }

  @Test
  void putsAForeignDirectoryBack() throws Exception {
    sys.before(
        "renameNoReplace",
        1,
        () -> {
          Path fresh = Disk.directory(temp.resolve("fresh")); // while the old inode is in use
          Disk.file(fresh.resolve("inside"), "theirs");
          Files.delete(below("file"));
          Files.move(fresh, below("file"));
        });
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> process.remove("file"));
    assertThat(below("file/inside")).hasContent("theirs");
    nothingIsLeft();
  }

  /** The name is taken again while the foreign file is away. */
  @Test
  void keepsAForeignFileThatCannotBePutBack() throws Exception {
    sys.before("renameNoReplace", 1, this::swap);
    sys.after("renameNoReplace", 1, () -> Disk.file(below("file"), "a third"));
    MutationException failure =
        Failures.change(ErrorCode.OUTCOME_UNKNOWN, State.UNKNOWN, () -> process.remove("file"));
    SortedSet<String> rescued = StoreTree.rescued(root.path());
    assertThat(failure.mutation().residue()).containsExactlyElementsOf(rescued).hasSize(1);
    assertThat(below(rescued.first())).hasContent("theirs");
    assertThat(Files.getAttribute(below(rescued.first()), "unix:ino")).isEqualTo(theirInode);
    assertThat(below("file")).hasContent("a third");
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byOneWriter(root.path());
  }

  /** Whatever happens next, recovery keeps it too. */
  @Test
  void keepsAForeignFileForeverOnceRescued() throws Exception {
    keepsAForeignFileThatCannotBePutBack();
    SortedSet<String> rescued = StoreTree.rescued(root.path());
    process.close();
    root.close(root.open());
    assertThat(StoreTree.rescued(root.path())).isEqualTo(rescued);
    assertThat(below(rescued.first())).hasContent("theirs");
  }

  @Test
  void saysThatSomebodyElseRemovedIt() throws Exception {
    sys.before("renameNoReplace", 1, () -> Files.delete(below("file")));
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> process.remove("file"));
    nothingIsLeft();
  }

  /** Between the look and the move; the inode is still the same. */
  @Test
  void takesTheFileThoughItWasAppendedTo() throws Exception {
    sys.before("renameNoReplace", 1, () -> Files.writeString(below("file"), "longer than before"));
    process.remove("file");
    assertThat(below("file")).doesNotExist();
    nothingIsLeft();
  }

  @Test
  void doesNotMindThatTheNameIsTakenAgain() throws Exception {
    sys.after("renameNoReplace", 1, () -> Disk.file(below("file"), "next"));
    process.remove("file");
    assertThat(below("file")).hasContent("next");
    nothingIsLeft();
  }
}
