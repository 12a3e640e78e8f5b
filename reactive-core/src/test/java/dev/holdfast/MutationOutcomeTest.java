package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MutationOutcomeTest {
  private static final SyncFailure FAILURE =
      new SyncFailure(SyncFailure.Role.DESTINATION, 5, SyncFailure.Kind.IO);

  private static final Set<Phase> UP_TO_VERIFY =
      Set.of(
          Phase.PREFLIGHT,
          Phase.STAGE,
          Phase.WRITE,
          Phase.SECURE,
          Phase.FILE_SYNC,
          Phase.COMMIT,
          Phase.VERIFY);
  private static final Set<Phase> WRITE_TO_VERIFY =
      Set.of(Phase.WRITE, Phase.SECURE, Phase.FILE_SYNC, Phase.COMMIT, Phase.VERIFY);
  private static final Set<Phase> WRITE_TO_CLEANUP =
      Set.of(
          Phase.WRITE,
          Phase.SECURE,
          Phase.FILE_SYNC,
          Phase.COMMIT,
          Phase.VERIFY,
          Phase.PARENT_SYNC,
          Phase.CLEANUP);
  private static final Set<Reason> REFUSALS =
      Set.of(
          Reason.DESTINATION_EXISTS,
          Reason.ATOMIC_UNAVAILABLE,
          Reason.CROSS_DEVICE,
          Reason.PERMISSION_DENIED,
          Reason.IO_FAILURE,
          Reason.INTERRUPTED,
          Reason.INVALID_REQUEST,
          Reason.IDENTITY_VIOLATION,
          Reason.DURABILITY_NOT_PROVABLE);
  private static final Set<Reason> DOUBTS = Set.of(Reason.UNKNOWN, Reason.IDENTITY_VIOLATION);
  private static final Set<Reason> INCOMPLETE =
      Set.of(Reason.DURABILITY_NOT_PROVABLE, Reason.IDENTITY_VIOLATION, Reason.IO_FAILURE);

  /** A failure may have an error number and up to four failed syncs, a success has neither. */
  private record Row(
      State state,
      DurabilityState durability,
      Set<Reason> reasons,
      Set<Phase> phases,
      int maxErrnos,
      int maxSyncFailures) {}

  private static final List<Row> TABLE =
      List.of(
          new Row(State.NOT_COMMITTED, DurabilityState.NOT_ATTEMPTED, REFUSALS, UP_TO_VERIFY, 1, 4),
          new Row(State.UNKNOWN, DurabilityState.NOT_PROVABLE, DOUBTS, WRITE_TO_VERIFY, 1, 4),
          new Row(
              State.COMMITTED, DurabilityState.NOT_PROVABLE, INCOMPLETE, WRITE_TO_CLEANUP, 1, 4),
          new Row(
              State.COMMITTED,
              DurabilityState.PROVEN,
              Set.of(Reason.NONE),
              Set.of(Phase.COMPLETE),
              0,
              0),
          new Row(
              State.COMMITTED,
              DurabilityState.NOT_ATTEMPTED,
              Set.of(Reason.NONE),
              Set.of(Phase.COMPLETE),
              0,
              0));

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void exactlyTheCombinationsOfTheTableExist(
      @ForAll State state,
      @ForAll DurabilityState durability,
      @ForAll Reason reason,
      @ForAll Primitive primitive,
      @ForAll Phase phase,
      @ForAll boolean withErrno,
      @ForAll @IntRange(max = 5) int syncFailures) {
    boolean expected =
        TABLE.stream()
            .anyMatch(
                row ->
                    row.state == state
                        && row.durability == durability
                        && row.reasons.contains(reason)
                        && row.phases.contains(phase)
                        && (withErrno ? 1 : 0) <= row.maxErrnos
                        && syncFailures <= row.maxSyncFailures);

    assertThat(
            exists(
                state,
                durability,
                reason,
                primitive,
                phase,
                withErrno ? 28 : null,
                Collections.nCopies(syncFailures, FAILURE)))
        .isEqualTo(expected);
  }

  private static boolean exists(
      State state,
      DurabilityState durability,
      Reason reason,
      Primitive primitive,
      Phase phase,
      Integer errno,
      List<SyncFailure> failures) {
    try {
      new MutationOutcome(state, durability, reason, primitive, phase, errno, failures, List.of());
      return true;
    } catch (IllegalArgumentException expected) {
      return false;
    }
  }

  @Test
  void theMessageNamesTheCombination() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MutationOutcome(
                    State.COMMITTED,
                    DurabilityState.NOT_ATTEMPTED,
                    Reason.DESTINATION_EXISTS,
                    Primitive.LINKAT_NOREPLACE,
                    Phase.COMMIT,
                    17,
                    List.of(),
                    List.of()))
        .withMessageContaining("committed / not_attempted / destination_exists / rename");
  }

  @Test
  void laterChangesOfTheGivenListsDoNotReachIt() {
    List<SyncFailure> failures = new ArrayList<>(List.of(FAILURE));
    List<String> residue = new ArrayList<>(List.of("left"));
    MutationOutcome outcome = notSynced(failures, residue);

    failures.clear();
    residue.add("more");

    assertThat(outcome.syncFailures()).containsExactly(FAILURE);
    assertThat(outcome.residue()).containsExactly("left");
  }

  @Test
  void itsListsCannotBeChanged() {
    MutationOutcome outcome = notSynced(List.of(FAILURE), List.of("left"));

    assertThatThrownBy(() -> outcome.syncFailures().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> outcome.residue().add("more"))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  private static MutationOutcome notSynced(List<SyncFailure> failures, List<String> residue) {
    return new MutationOutcome(
        State.COMMITTED,
        DurabilityState.NOT_PROVABLE,
        Reason.DURABILITY_NOT_PROVABLE,
        Primitive.LINKAT_NOREPLACE,
        Phase.PARENT_SYNC,
        5,
        failures,
        residue);
  }

  @Test
  void aCompleteChangeIsAsDurableAsWasAskedFor() {
    MutationOutcome full = MutationOutcome.complete(Primitive.MKDIRAT, Durability.FULL);
    MutationOutcome buffered = MutationOutcome.complete(Primitive.MKDIRAT, Durability.OS_BUFFERED);

    assertThat(full.durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(buffered.durability()).isEqualTo(DurabilityState.NOT_ATTEMPTED);
    assertThat(List.of(full, buffered))
        .allSatisfy(
            outcome -> {
              assertThat(outcome.state()).isEqualTo(State.COMMITTED);
              assertThat(outcome.reason()).isEqualTo(Reason.NONE);
              assertThat(outcome.primitive()).isEqualTo(Primitive.MKDIRAT);
              assertThat(outcome.phase()).isEqualTo(Phase.COMPLETE);
              assertThat(outcome.residue()).isEmpty();
            });
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void onlyNotCommittedIsProvenNotCommitted(@ForAll State state) {
    MutationOutcome outcome =
        switch (state) {
          case NOT_COMMITTED ->
              new MutationOutcome(
                  state,
                  DurabilityState.NOT_ATTEMPTED,
                  Reason.IO_FAILURE,
                  Primitive.LINKAT_NOREPLACE,
                  Phase.VERIFY,
                  5,
                  List.of(),
                  List.of());
          case COMMITTED -> MutationOutcome.complete(Primitive.LINKAT_NOREPLACE, Durability.FULL);
          case UNKNOWN ->
              new MutationOutcome(
                  state,
                  DurabilityState.NOT_PROVABLE,
                  Reason.UNKNOWN,
                  Primitive.LINKAT_NOREPLACE,
                  Phase.COMMIT,
                  5,
                  List.of(),
                  List.of());
        };

    assertThat(outcome.provenNotCommitted()).isEqualTo(state == State.NOT_COMMITTED);
  }

  @Test
  void wireNamesNeverChange() {
    assertThat(names(State.values(), State::wireName))
        .containsExactly("not_committed", "committed", "unknown");
    assertThat(names(DurabilityState.values(), DurabilityState::wireName))
        .containsExactly("not_attempted", "proven", "not_provable");
    assertThat(names(Reason.values(), Reason::wireName))
        .containsExactly(
            "none",
            "destination_exists",
            "atomic_unavailable",
            "cross_device",
            "permission_denied",
            "io_failure",
            "interrupted",
            "invalid_request",
            "identity_violation",
            "durability_not_provable",
            "unknown");
    assertThat(names(Primitive.values(), Primitive::wireName))
        .containsExactly(
            "linkat_noreplace",
            "renameat_replace",
            "renameat2_exchange",
            "renameat2_noreplace",
            "unlinkat",
            "mkdirat",
            "write_append");
    assertThat(names(Phase.values(), Phase::wireName))
        .containsExactly(
            "preflight",
            "stage",
            "write",
            "secure",
            "file_sync",
            "rename",
            "terminal_identity",
            "parent_sync",
            "cleanup",
            "complete");
    assertThat(names(SyncFailure.Role.values(), SyncFailure.Role::wireName))
        .containsExactly("source", "destination", "shared", "staged_file");
    assertThat(names(SyncFailure.Kind.values(), SyncFailure.Kind::wireName))
        .containsExactly("unsupported", "io", "permission", "other");
  }

  private static <E> Stream<String> names(E[] values, Function<E, String> name) {
    return Stream.of(values).map(name);
  }
}
