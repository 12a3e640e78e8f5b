package dev.holdfast;

import static dev.holdfast.Envelopes.LEGAL;
import static dev.holdfast.Envelopes.direct;
import static dev.holdfast.Envelopes.envelope;
import static dev.holdfast.Envelopes.wire;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import dev.holdfast.PublishEnvelope.Collection;
import dev.holdfast.PublishEnvelope.Primitive;
import dev.holdfast.PublishEnvelope.Shape;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our own outcomes in that form. */
class PublishEnvelopeOfOutcomeTest {

  private static final List<MutationOutcome> OUTCOMES = publishOutcomes();

  /** Every legal outcome of a publish, with none to four failed syncs. */
  private static List<MutationOutcome> publishOutcomes() {
    List<MutationOutcome> outcomes = new ArrayList<>();
    for (State state : State.values()) {
      for (DurabilityState durability : DurabilityState.values()) {
        for (Reason reason : Reason.values()) {
          for (MutationOutcome.Phase phase : MutationOutcome.Phase.values()) {
            for (int syncFailures = 0; syncFailures <= 4; syncFailures++) {
              addIfLegal(outcomes, state, durability, reason, phase, null, syncFailures);
              addIfLegal(outcomes, state, durability, reason, phase, 5, syncFailures);
            }
          }
        }
      }
    }
    return outcomes;
  }

  private static void addIfLegal(
      List<MutationOutcome> outcomes,
      State state,
      DurabilityState durability,
      Reason reason,
      MutationOutcome.Phase phase,
      Integer errno,
      int syncFailures) {
    List<SyncFailure> failures =
        Stream.of(SyncFailure.Role.values())
            .limit(syncFailures)
            .map(role -> new SyncFailure(role, errno, SyncFailure.Kind.IO))
            .toList();
    try {
      outcomes.add(
          new MutationOutcome(
              state,
              durability,
              reason,
              MutationOutcome.Primitive.LINKAT_NOREPLACE,
              phase,
              errno,
              failures,
              List.of("left/behind")));
    } catch (IllegalArgumentException illegal) {
      // not one of them
    }
  }

  @Provide
  Arbitrary<MutationOutcome> outcomes() {
    return Arbitraries.of(OUTCOMES);
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void everyOutcomeOfAPublishHasAnEnvelope(@ForAll("outcomes") MutationOutcome outcome) {
    PublishEnvelope envelope = PublishEnvelope.of(outcome);

    assertThat(LEGAL)
        .contains(
            List.of(
                wire(envelope.state()),
                wire(envelope.durability()),
                wire(envelope.reason()),
                wire(envelope.phase())));
    assertThat(envelope.state()).isEqualTo(outcome.state());
    assertThat(envelope.durability()).isEqualTo(outcome.durability());
    assertThat(envelope.ok()).isEqualTo(outcome.reason() == Reason.NONE);
    assertThat(envelope.mayCleanStaging()).isEqualTo(outcome.provenNotCommitted());
    assertThat(envelope.osCode()).isEqualTo(outcome.errno());
    assertThat(envelope.primitive()).isEqualTo(Primitive.LINKAT_NOREPLACE);
    assertThat(envelope.toJson().encode()).doesNotContain("left/behind");
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void everyOutcomeOfAPublishIsReadBackAsItWas(@ForAll("outcomes") MutationOutcome outcome) {
    PublishEnvelope envelope = PublishEnvelope.of(outcome);

    assertThat(direct(envelope.toJson())).isEqualTo(envelope);
    assertThat(direct(new JsonObject(envelope.toJson().encode()))).isEqualTo(envelope);
    if (!envelope.ok()) { // a success would have to name the file
      assertThat(PublishEnvelope.classify(envelope.toJson(), Shape.RETAINED_FILE))
          .isEqualTo(envelope);
    }
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void atMostTwoFailedSyncsAreTakenOver(@ForAll("outcomes") MutationOutcome outcome) {
    PublishEnvelope envelope = PublishEnvelope.of(outcome);
    int failures = outcome.syncFailures().size();

    assertThat(envelope.syncFailures().stream().map(PublishEnvelope.FailedSync::failure))
        .isEqualTo(outcome.syncFailures().subList(0, Math.min(failures, 2)));
    assertThat(envelope.collection() == Collection.PARTIAL).isEqualTo(failures > 2);
  }

  @ParameterizedTest
  @CsvSource({
    "preflight, destination_exists, preflight, destination_exists, already_exists",
    "preflight, interrupted, preflight, io_failure, io_error",
    "preflight, atomic_unavailable, preflight, io_failure, io_error",
    "stage, permission_denied, preflight, permission_denied, permission_denied",
    "write, io_failure, preflight, io_failure, io_error",
    "secure, identity_violation, preflight, identity_violation, identity_mismatch",
    "file_sync, durability_not_provable, file_sync, io_failure, io_error",
    "rename, destination_exists, rename, destination_exists, already_exists",
    "rename, interrupted, rename, interrupted, interrupted",
    "rename, cross_device, rename, cross_device, cross_device",
    "rename, identity_violation, rename, io_failure, io_error",
    "terminal_identity, identity_violation, rename, io_failure, io_error",
  })
  void aRefusalKeepsItsReasonWhereTheFormHasIt(
      String ours, String reason, String phase, String expectedReason, String code) {
    assertEnvelope(
        PublishEnvelope.of(outcome("not_committed", "not_attempted", reason, ours)),
        phase,
        expectedReason,
        code);
  }

  @ParameterizedTest
  @CsvSource({
    "parent_sync, durability_not_provable, destination_parent_sync, durability_not_provable,"
        + " fsync_failed",
    "parent_sync, io_failure, destination_parent_sync, durability_not_provable, fsync_failed",
    "file_sync, durability_not_provable, file_sync, durability_not_provable, fsync_failed",
    "terminal_identity, identity_violation, terminal_identity, identity_violation,"
        + " identity_mismatch",
    "terminal_identity, durability_not_provable, terminal_identity, io_failure, io_error",
    "rename, io_failure, terminal_identity, io_failure, io_error",
    "cleanup, io_failure, source_unlink, io_failure, io_error",
    "cleanup, identity_violation, source_unlink, io_failure, io_error",
  })
  void aChangeWithATroubledEndStaysCommitted(
      String ours, String reason, String phase, String expectedReason, String code) {
    assertEnvelope(
        PublishEnvelope.of(outcome("committed", "not_provable", reason, ours)),
        phase,
        expectedReason,
        code);
  }

  @ParameterizedTest
  @CsvSource({
    "write, unknown, rename",
    "rename, unknown, rename",
    "rename, identity_violation, rename",
    "terminal_identity, identity_violation, terminal_identity",
  })
  void anUnknownOutcomeStaysUnknown(String ours, String reason, String phase) {
    assertEnvelope(
        PublishEnvelope.of(outcome("unknown", "not_provable", reason, ours)),
        phase,
        "unknown",
        "io_error");
  }

  private static MutationOutcome outcome(
      String state, String durability, String reason, String phase) {
    return OUTCOMES.stream()
        .filter(
            outcome ->
                outcome.state().wireName().equals(state)
                    && outcome.durability().wireName().equals(durability)
                    && outcome.reason().wireName().equals(reason)
                    && outcome.phase().wireName().equals(phase))
        .findFirst()
        .orElseThrow();
  }

  private static void assertEnvelope(
      PublishEnvelope envelope, String phase, String reason, String code) {
    assertThat(wire(envelope.phase())).isEqualTo(phase);
    assertThat(wire(envelope.reason())).isEqualTo(reason);
    assertThat(envelope.code()).isEqualTo(code);
  }

  @Test
  void whatThereIsToKnowDecidesTheCollectionState() {
    MutationOutcome silent = outcome("unknown", "not_provable", "unknown", "rename");

    assertThat(silent.errno()).isNull();
    assertThat(PublishEnvelope.of(silent).collection()).isEqualTo(Collection.UNAVAILABLE);
    assertThat(PublishEnvelope.of(outcome("committed", "proven", "none", "complete")).collection())
        .isEqualTo(Collection.COMPLETE);
  }

  @Test
  void theOutcomeOfAnotherOperationIsRefused() {
    MutationOutcome directory =
        MutationOutcome.complete(MutationOutcome.Primitive.MKDIRAT, Durability.FULL);

    assertThatIllegalArgumentException().isThrownBy(() -> PublishEnvelope.of(directory));
  }
}
