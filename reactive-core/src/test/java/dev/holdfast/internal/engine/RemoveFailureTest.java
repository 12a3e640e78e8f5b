package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the calls of a remove fail. */
class RemoveFailureTest extends RootTestCase {
  private final FaultySys sys = new FaultySys(TestRoot.LINUX);
  private TestRoot process;

  @BeforeEach
  void open() {
    process = rootAt(root.path(), sys);
    process.publish("file", "content");
  }

  private void nothingIsLeft() {
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  /** A full disk must be emptyable: not even a move may have space there. */
  @ParameterizedTest
  @EnumSource(
      value = Errno.class,
      names = {"ENOSPC", "EDQUOT"})
  void unlinksInPlaceWhereThereIsNoSpace(Errno errno) throws Exception {
    sys.arm(Fault.of("renameNoReplace", 0, errno, How.WITHOUT_EFFECT));
    var receipt = process.remove("file");
    assertThat(receipt.outcome().primitive()).isEqualTo(Primitive.UNLINKAT);
    assertThat(sys.calls())
        .extracting(InterceptingSys.Call::toString)
        .contains("unlink " + below("file"));
    assertThat(below("file")).doesNotExist();
    nothingIsLeft();
  }

  @Test
  void doesNotUnlinkAnotherFileInPlace() throws Exception {
    ActingSys acting = new ActingSys(sys);
    TestRoot unlucky = rootAt(root.path(), acting);
    unlucky.open();
    sys.arm(Fault.of("renameNoReplace", 0, Errno.ENOSPC, How.WITHOUT_EFFECT));
    acting.before(
        "renameNoReplace",
        1,
        () -> {
          Files.delete(below("file"));
          Disk.file(below("file"), "theirs");
        });
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> unlucky.remove("file"));
    assertThat(below("file")).hasContent("theirs");
  }

  @ParameterizedTest
  @EnumSource(
      value = Errno.class,
      names = {"EIO", "EROFS", "EACCES"})
  void leavesTheFileIfItCannotBeMoved(Errno errno) throws Exception {
    sys.arm(Fault.of("renameNoReplace", 0, errno, How.WITHOUT_EFFECT));
    var outcome = Failures.change(() -> process.remove("file")).mutation();
    assertThat(outcome.state()).isEqualTo(State.NOT_COMMITTED);
    assertThat(below("file")).hasContent("content");
    nothingIsLeft();
  }

  @Test
  void isDoneIfTheMoveTookEffectWhateverItReported() throws Exception {
    sys.arm(Fault.of("renameNoReplace", 0, Errno.EIO, How.AFTER_EFFECT));
    process.remove("file");
    assertThat(below("file")).doesNotExist();
    nothingIsLeft();
  }

  @Test
  void namesWhatItCouldNotUnlinkAndTheNextOpenDoes() throws Exception {
    sys.arm(Fault.of("unlink", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationException failure =
        Failures.change(ErrorCode.IO_ERROR, State.COMMITTED, () -> process.remove("file"));
    assertThat(below("file")).doesNotExist();
    assertThat(failure.mutation().residue())
        .hasSize(1)
        .containsExactlyElementsOf(StoreTree.staged(root.path()));
    sys.arm();
    process.close();
    assertThat(root.open().recovery().removed()).isEqualTo(1);
    assertThat(root.handle().recovery().engines()).isEqualTo(1);
    nothingIsLeft();
  }

  @Test
  void namesWhatItCouldNotLookAt() throws Exception {
    sys.arm(Fault.of("statName", 3, Errno.EIO, How.WITHOUT_EFFECT));
    MutationException failure = Failures.change(() -> process.remove("file"));
    assertThat(failure.mutation().state()).isNotEqualTo(State.NOT_COMMITTED);
    assertThat(failure.mutation().residue())
        .hasSize(1)
        .containsExactlyElementsOf(StoreTree.staged(root.path()));
  }

  @Test
  void isCommittedButNotProvenIfTheDirectoryCannotBeSynced() throws Exception {
    sys.arm(Fault.of("sync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationException failure =
        Failures.change(
            ErrorCode.DURABILITY_NOT_PROVABLE, State.COMMITTED, () -> process.remove("file"));
    assertThat(failure.mutation().syncFailures()).hasSize(1);
    assertThat(failure.mutation().residue()).isEmpty();
    assertThat(below("file")).doesNotExist();
    nothingIsLeft();
  }

  @Test
  void isUnknownIfNobodyCanTellWhereTheFileIs() {
    sys.arm(
        Fault.of("renameNoReplace", 0, Errno.EIO, How.AFTER_EFFECT),
        Fault.of("statName", 3, Errno.EIO, How.WITHOUT_EFFECT));
    Failures.change(ErrorCode.OUTCOME_UNKNOWN, State.UNKNOWN, () -> process.remove("file"));
  }
}
