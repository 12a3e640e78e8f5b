package dev.holdfast.internal.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever happens in whatever phase, one legal outcome comes out. */
class MutationTest {
  /** Before the commit point. */
  private static final Set<Phase> BEFORE =
      EnumSet.of(
          Phase.PREFLIGHT,
          Phase.STAGE,
          Phase.WRITE,
          Phase.SECURE,
          Phase.FILE_SYNC,
          Phase.COMMIT,
          Phase.VERIFY);

  /** Behind it. */
  private static final Set<Phase> AFTER =
      EnumSet.of(Phase.COMMIT, Phase.VERIFY, Phase.PARENT_SYNC, Phase.CLEANUP);

  private static Mutation at(Phase phase, boolean committed) {
    Mutation mutation = new Mutation("publish", "a/b", Primitive.LINKAT_NOREPLACE);
    mutation.enter(phase);
    if (committed) {
      mutation.committed();
    }
    return mutation;
  }

  private static List<Problem> problems() {
    List<Problem> problems = new ArrayList<>();
    for (ErrorCode code : ErrorCode.values()) {
      problems.add(new Problem(code, "text"));
      problems.add(new Problem(code, "text", new SysException(Errno.EIO, 5, "call")));
    }
    for (Errno errno : Errno.values()) {
      problems.add(Problem.of(new SysException(errno, 77, "call")));
    }
    return problems;
  }

  @ParameterizedTest
  @EnumSource
  void saysNotCommittedBeforeTheCommitPoint(Phase phase) {
    if (!BEFORE.contains(phase)) {
      return;
    }
    for (Problem problem : problems()) {
      MutationException failure = at(phase, false).fail(problem);
      MutationOutcome outcome = failure.mutation();
      assertThat(outcome.state()).isEqualTo(State.NOT_COMMITTED);
      assertThat(outcome.durability()).isEqualTo(DurabilityState.NOT_ATTEMPTED);
      assertThat(outcome.phase()).isEqualTo(phase);
      assertThat(outcome.errno()).isEqualTo(problem.errno());
      assertThat(failure.code()).isEqualTo(problem.code());
      assertThat(failure).hasMessageEndingWith("Nothing was changed.");
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysCommittedBehindTheCommitPoint(Phase phase) {
    if (!AFTER.contains(phase)) {
      return;
    }
    for (Problem problem : problems()) {
      MutationException failure = at(phase, true).fail(problem);
      MutationOutcome outcome = failure.mutation();
      assertThat(outcome.state()).isEqualTo(State.COMMITTED);
      assertThat(outcome.durability()).isEqualTo(DurabilityState.NOT_PROVABLE);
      assertThat(outcome.reason())
          .isIn(Reason.DURABILITY_NOT_PROVABLE, Reason.IDENTITY_VIOLATION, Reason.IO_FAILURE);
      assertThat(outcome.phase()).isEqualTo(phase);
      assertThat(failure).hasMessageEndingWith("The change was made.");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"WRITE", "SECURE", "FILE_SYNC", "COMMIT", "VERIFY"})
  void saysUnknownWhereNobodyKnows(Phase phase) {
    for (Problem problem : problems()) {
      MutationException failure = at(phase, false).unknown(problem);
      assertThat(failure.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
      assertThat(failure.mutation().state()).isEqualTo(State.UNKNOWN);
      assertThat(failure.mutation().reason()).isEqualTo(Reason.UNKNOWN);
      assertThat(failure.mutation().provenNotCommitted()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void saysWhatIsKnownAfterACrash(Phase phase) {
    OutOfMemoryError crash = new OutOfMemoryError("not really");
    if (BEFORE.contains(phase)) {
      MutationException failure = at(phase, false).crashed(crash);
      assertThat(failure.mutation().state())
          .isEqualTo(phase == Phase.COMMIT ? State.UNKNOWN : State.NOT_COMMITTED);
      assertThat(failure).hasCause(crash);
    }
    if (AFTER.contains(phase)) {
      MutationException failure = at(phase, true).crashed(crash);
      assertThat(failure.mutation().state()).isEqualTo(State.COMMITTED);
      assertThat(failure).hasCause(crash);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DESTINATION_CONFLICT, DESTINATION_EXISTS",
    "ATOMIC_UNAVAILABLE, ATOMIC_UNAVAILABLE",
    "CROSS_DEVICE, CROSS_DEVICE",
    "PERMISSION_DENIED, PERMISSION_DENIED",
    "ACL_DENIED, PERMISSION_DENIED",
    "MODE_MISMATCH, IDENTITY_VIOLATION",
    "OWNER_MISMATCH, IDENTITY_VIOLATION",
    "REPARSE_POINT, IDENTITY_VIOLATION",
    "ROOT_BINDING_CHANGED, IDENTITY_VIOLATION",
    "CHANGED_CONCURRENTLY, IDENTITY_VIOLATION",
    "MOUNT, IDENTITY_VIOLATION",
    "NOT_FOUND, INVALID_REQUEST",
    "NOT_DIRECTORY, INVALID_REQUEST",
    "INVALID_PATH, INVALID_REQUEST",
    "TOO_LARGE, INVALID_REQUEST",
    "READ_ONLY_HANDLE, INVALID_REQUEST",
    "NO_SPACE, IO_FAILURE",
    "QUOTA_EXCEEDED, IO_FAILURE",
    "IO_ERROR, IO_FAILURE",
  })
  void givesTheReasonOfItsCode(ErrorCode code, Reason reason) {
    MutationOutcome outcome = at(Phase.STAGE, false).fail(new Problem(code, "x")).mutation();
    assertThat(outcome.reason()).isEqualTo(reason);
  }

  @Test
  void saysThatItWasInterrupted() {
    Problem interrupted = Problem.of(new SysException(Errno.EINTR, 4, "call"));
    assertThat(at(Phase.WRITE, false).fail(interrupted).mutation().reason())
        .isEqualTo(Reason.INTERRUPTED);
  }

  @ParameterizedTest
  @CsvSource({
    "EOPNOTSUPP, UNSUPPORTED",
    "EACCES, PERMISSION",
    "EPERM, PERMISSION",
    "EIO, IO",
    "ENOSPC, OTHER"
  })
  void namesTheSyncThatFailed(Errno errno, SyncFailure.Kind kind) {
    MutationException failure =
        at(Phase.PARENT_SYNC, true).fail(Problem.of(new SysException(errno, 42, "fsync")));
    assertThat(failure.code()).isEqualTo(ErrorCode.DURABILITY_NOT_PROVABLE);
    assertThat(failure.mutation().reason()).isEqualTo(Reason.DURABILITY_NOT_PROVABLE);
    assertThat(failure.mutation().syncFailures())
        .containsExactly(new SyncFailure(SyncFailure.Role.DESTINATION, 42, kind));
  }

  @Test
  void namesWhatItLeaves() {
    Mutation mutation = at(Phase.STAGE, false);
    mutation.leaves("a");
    mutation.leaves("a/b");
    MutationException failure = mutation.fail(new Problem(ErrorCode.NO_SPACE, "full"));
    assertThat(failure.mutation().residue()).containsExactly("a", "a/b");
    assertThat(failure.path()).hasValue("a/b");
  }

  @Test
  void leavesNothingWhenComplete() {
    Mutation mutation = at(Phase.VERIFY, true);
    mutation.leaves("a");
    assertThat(mutation.complete(Durability.FULL).residue()).isEmpty();
    assertThat(mutation.complete(Durability.FULL).durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(mutation.complete(Durability.OS_BUFFERED).durability())
        .isEqualTo(DurabilityState.NOT_ATTEMPTED);
  }
}
