package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When link fails and then nobody can tell what it did. */
class UnknownOutcomeTest extends RootTestCase {

  /** What one link does: takes effect or not, then reports an error or none. */
  private record Step(boolean effect, Errno errno) {}

  /** Links as told; afterwards looks fail as told. */
  private static final class Doubtful extends InterceptingSys {
    private final Deque<Step> steps = new ArrayDeque<>();
    private String blindFor = "";
    private boolean linked;

    Doubtful() {
      super(TestRoot.LINUX);
    }

    void script(String blind, Step... script) {
      blindFor = blind;
      steps.clear();
      steps.addAll(Arrays.asList(script));
      linked = false;
    }

    @Override
    <T> T around(Call call, Real<T> real) throws SysException {
      if (linked && blindFor.equals(call.name())) {
        throw FaultySys.failure(Errno.EIO, call.name());
      }
      if (!call.name().equals("link") || steps.isEmpty()) {
        return real.run();
      }
      Step step = steps.pop();
      linked = true;
      T result = step.effect() ? real.run() : null;
      if (step.errno() != null) {
        throw FaultySys.failure(step.errno(), call.name());
      }
      return result;
    }
  }

  private final Doubtful sys = new Doubtful();

  private TestRoot doubtful() {
    TestRoot opened = rootAt(root.path(), sys);
    opened.open();
    return opened;
  }

  private void unknown(TestRoot process) {
    MutationException failure =
        Failures.change(
            ErrorCode.OUTCOME_UNKNOWN, State.UNKNOWN, () -> process.publish("file", "text"));
    assertThat(failure.mutation().durability()).isEqualTo(DurabilityState.NOT_PROVABLE);
    assertThat(failure.mutation().reason()).isEqualTo(Reason.UNKNOWN);
    assertThat(failure.mutation().phase()).isEqualTo(Phase.COMMIT);
    assertThat(failure).hasMessageContaining("not known");
  }

  private void settled() throws Exception {
    Held.byOneWriter(root.path());
    assertThat(StoreTree.users(root.path())).isSubsetOf("file", "next");
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  @ParameterizedTest
  @EnumSource(
      value = Errno.class,
      names = {"EIO", "ENOMEM", "ESTALE"})
  void isSaidIfTheFileCannotBeLookedAt(Errno errno) throws Exception {
    TestRoot process = doubtful();
    sys.script("stat", new Step(false, errno));
    unknown(process);
    assertThat(below("file")).doesNotExist();
    sys.script("");
    process.publish("next", "text");
    settled();
  }

  @Test
  void isSaidThoughTheFileIsThere() throws Exception {
    TestRoot process = doubtful();
    sys.script("stat", new Step(true, Errno.EIO));
    unknown(process);
    assertThat(below("file")).hasContent("text");
    settled();
  }

  @Test
  void isSaidIfTheNameCannotBeLookedAt() throws Exception {
    TestRoot process = doubtful();
    sys.script("statName", new Step(false, Errno.EIO));
    unknown(process);
    settled();
  }

  @Test
  void isNotSaidIfTheFileCanBeLookedAt() throws Exception {
    TestRoot process = doubtful();
    sys.script("", new Step(true, Errno.EIO));
    process.publish("file", "text");
    assertThat(below("file")).hasContent("text");
    settled();
  }

  @Test
  void isNotSaidAfterAPlainAnswer() throws Exception {
    TestRoot process = doubtful();
    for (Errno plain : new Errno[] {Errno.ENOSPC, Errno.EDQUOT, Errno.EROFS, Errno.EACCES}) {
      sys.script("stat", new Step(false, plain));
      MutationException failure = Failures.change(() -> process.publish("file", "text"));
      assertThat(failure.mutation().provenNotCommitted()).as(plain.name()).isTrue();
      assertThat(below("file")).doesNotExist();
    }
    settled();
  }

  @Test
  void isFoundOutAfterAnInterruptionThatTookEffect() throws Exception {
    TestRoot process = doubtful();
    sys.script("", new Step(true, Errno.EINTR));
    process.publish("file", "text");
    assertThat(below("file")).hasContent("text");
    settled();
  }

  @Test
  void isFoundOutIfSomebodyElseWinsAfterAnInterruption() throws Exception {
    TestRoot process = doubtful();
    Disk.file(below("file"), "theirs");
    sys.script("", new Step(false, Errno.EINTR));
    Failures.notCommitted(ErrorCode.DESTINATION_CONFLICT, () -> process.publish("file", "text"));
    assertThat(below("file")).hasContent("theirs");
    settled();
  }

  @Test
  void isSaidIfAnInterruptionIsFollowedByBlindness() throws Exception {
    TestRoot process = doubtful();
    sys.script("stat", new Step(true, Errno.EINTR), new Step(false, Errno.EEXIST));
    unknown(process);
    assertThat(below("file")).hasContent("text");
    settled();
  }
}
