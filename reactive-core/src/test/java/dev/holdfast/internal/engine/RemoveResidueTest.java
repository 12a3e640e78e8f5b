package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import org.junit.jupiter.api.Test;

/** What a failed remove says it left is there, and what is there it says. */
class RemoveResidueTest extends RootTestCase {
  private final FaultySys sys = new FaultySys(TestRoot.LINUX);

  @Test
  void anUnlinkThatTookEffectAlthoughItFailedIsNoFailure() throws Exception {
    TestRoot process = rootAt(root.path(), sys);
    process.publish("file", "old");
    sys.arm(Fault.of("unlink", 0, Errno.EIO, How.AFTER_EFFECT));
    process.remove("file");
    assertThat(below("file")).doesNotExist();
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  @Test
  void anUnknownRemoveNamesItsObjectInStaging() throws Exception {
    TestRoot process = rootAt(root.path(), sys);
    process.publish("file", "old");
    sys.arm(
        Fault.of("renameNoReplace", 0, Errno.EIO, How.AFTER_EFFECT),
        Fault.of("statName", 3, Errno.EIO, How.WITHOUT_EFFECT));
    MutationException e =
        Failures.change(ErrorCode.OUTCOME_UNKNOWN, State.UNKNOWN, () -> process.remove("file"));
    assertThat(e.mutation().residue()).isNotEmpty().containsAll(StoreTree.staged(root.path()));
  }
}
