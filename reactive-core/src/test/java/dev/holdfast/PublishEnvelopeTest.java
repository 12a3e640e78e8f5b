package dev.holdfast;

import static dev.holdfast.Envelopes.LEGAL;
import static dev.holdfast.Envelopes.assertMalformed;
import static dev.holdfast.Envelopes.base;
import static dev.holdfast.Envelopes.direct;
import static dev.holdfast.Envelopes.envelope;
import static dev.holdfast.Envelopes.failedSync;
import static dev.holdfast.Envelopes.identity;
import static dev.holdfast.Envelopes.success;
import static dev.holdfast.Envelopes.wire;
import static dev.holdfast.Envelopes.withFailures;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import dev.holdfast.PublishEnvelope.Collection;
import dev.holdfast.PublishEnvelope.Phase;
import dev.holdfast.PublishEnvelope.Primitive;
import dev.holdfast.PublishEnvelope.Shape;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios, and what can be constructed. */
class PublishEnvelopeTest {

  @Test
  void pc01OnlyWhatIsProvenNotCommittedMayBeCleaned() {
    assertThat(direct(base()).mayCleanStaging()).isTrue();

    JsonObject committed =
        base().put("mutationState", "committed").put("durabilityState", "not_provable");
    assertThat(direct(committed).mayCleanStaging()).isFalse();
    assertThat(
            direct(envelope("io_failure", "committed", "not_provable", "terminal_identity"))
                .mayCleanStaging())
        .isFalse();
  }

  @Test
  void pc02ADiagnosticWithAPathIsMalformedAndThePathIsNotShown() {
    JsonObject withPath = base();
    withPath.getJsonObject("diagnostic").put("path", "/secret/place");

    PublishEnvelope envelope = direct(withPath);

    assertMalformed(envelope);
    assertThat(envelope.state()).isEqualTo(State.UNKNOWN);
    assertThat(envelope.toString()).doesNotContain("secret");
    assertThat(envelope.toJson().encode()).doesNotContain("secret");
  }

  @Test
  void pc04ASuccessIsCommittedAndNothingMayBeCleaned() {
    PublishEnvelope envelope = direct(success("not_attempted"));

    assertThat(envelope.ok()).isTrue();
    assertThat(envelope.state()).isEqualTo(State.COMMITTED);
    assertThat(envelope.mayCleanStaging()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rename", "terminal_identity"})
  void pc05AnInterruptedPublishIsUnknownAndNothingMayBeCleaned(String phase) {
    PublishEnvelope envelope =
        direct(envelope("unknown", "unknown", "not_provable", phase).put("code", "interrupted"));

    assertThat(envelope).isNotEqualTo(PublishEnvelope.MALFORMED);
    assertThat(envelope.code()).isEqualTo("interrupted");
    assertThat(envelope.state()).isEqualTo(State.UNKNOWN);
    assertThat(envelope.mayCleanStaging()).isFalse();
  }

  @Test
  void pc07ASuccessThatIsNotDurableIsNoneForARetainedFile() {
    JsonObject value = success("not_attempted").put("identity", identity());

    assertThat(direct(value).ok()).isTrue();
    assertMalformed(PublishEnvelope.classify(value, Shape.RETAINED_FILE));
  }

  @Test
  void pc08ADurableAndIdentifiedSuccessIsOneForARetainedTree() {
    JsonObject value = success("proven").put("identity", identity());

    PublishEnvelope envelope = PublishEnvelope.classify(value, Shape.RETAINED_TREE);

    assertThat(envelope.ok()).isTrue();
    assertThat(envelope.identity()).containsEntry("dev", "18446744073709551615").hasSize(5);
  }

  @Test
  void pc10ACommittedLinkWhoseOldNameStayedKeepsAllItsFields() {
    JsonObject value =
        envelope("io_failure", "committed", "not_provable", "source_unlink")
            .put("code", "io_error")
            .put("primitive", "linkat_noreplace");
    value.getJsonObject("diagnostic").put("collectionState", "partial");

    PublishEnvelope envelope = PublishEnvelope.classify(value, Shape.RETAINED_FILE);

    assertThat(envelope.toJson()).isEqualTo(value);
    assertThat(envelope.mayCleanStaging()).isFalse();
  }

  @Test
  void pc11AnInvalidRequestOfARetainedFileKeepsItsReasonAndMayBeCleaned() {
    JsonObject value = envelope("invalid_request", "not_committed", "not_attempted", "preflight");

    PublishEnvelope envelope = PublishEnvelope.classify(value, Shape.RETAINED_FILE);

    assertThat(envelope.reason()).isEqualTo(Reason.INVALID_REQUEST);
    assertThat(envelope.mayCleanStaging()).isTrue();
  }

  @Test
  void pc13ADestinationSyncThatClaimsTheSourceIsMalformed() {
    JsonObject value =
        envelope("durability_not_provable", "committed", "not_provable", "destination_parent_sync");

    PublishEnvelope honest =
        direct(withFailures(value.copy(), failedSync("destination_parent_sync", "destination")));
    PublishEnvelope fabricated =
        direct(withFailures(value.copy(), failedSync("destination_parent_sync", "source")));

    assertThat(honest.reason()).isEqualTo(Reason.DURABILITY_NOT_PROVABLE);
    assertThat(fabricated.reason()).isEqualTo(Reason.UNKNOWN);
    assertMalformed(fabricated);
  }

  @ParameterizedTest
  @CsvSource({
    "atomic_unavailable, rename, true",
    "invalid_request, preflight, true",
    "destination_exists, rename, false",
    "destination_exists, preflight, false",
    "cross_device, rename, false",
    "permission_denied, rename, false",
    "io_failure, rename, false",
    "io_failure, preflight, false",
    "interrupted, rename, false",
    // not legal:
    "atomic_unavailable, preflight, false",
    "invalid_request, rename, false",
  })
  void pc14RenameFlagsAreMissingOnlyForTwoReasons(String reason, String phase, boolean missing) {
    JsonObject value = envelope(reason, "not_committed", "not_attempted", phase);

    assertThat(direct(value).renameFlagsUnavailable()).isEqualTo(missing);
  }

  @Test
  void pc14RenameFlagsAreNotMissingAfterASuccessOrInAMalformedValue() {
    assertThat(direct(success("proven")).renameFlagsUnavailable()).isFalse();
    assertThat(direct(base().put("more", 1)).renameFlagsUnavailable()).isFalse();
    assertThat(PublishEnvelope.MALFORMED.renameFlagsUnavailable()).isFalse();
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void exactlyTheCombinationsOfTheTableExist(
      @ForAll State state,
      @ForAll DurabilityState durability,
      @ForAll Reason reason,
      @ForAll Primitive primitive,
      @ForAll Phase phase) {
    boolean expected =
        LEGAL.contains(List.of(wire(state), wire(durability), wire(reason), wire(phase)));

    assertThat(exists("code", state, durability, reason, primitive, phase, List.of(), Map.of()))
        .isEqualTo(expected);
  }

  private static boolean exists(
      String code,
      State state,
      DurabilityState durability,
      Reason reason,
      Primitive primitive,
      Phase phase,
      List<PublishEnvelope.FailedSync> failures,
      Map<String, String> identity) {
    try {
      new PublishEnvelope(
          code,
          state,
          durability,
          reason,
          primitive,
          phase,
          Collection.UNAVAILABLE,
          null,
          failures,
          identity);
      return true;
    } catch (IllegalArgumentException expected) {
      return false;
    }
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void aFailedSyncHasARoleThatFitsItsPhase(
      @ForAll Phase phase, @ForAll SyncFailure.Role role, @ForAll SyncFailure.Kind kind) {
    Set<String> fitting =
        Set.of(
            "file_sync staged_file",
            "source_parent_sync source",
            "source_parent_sync shared",
            "destination_parent_sync destination",
            "terminal_identity source",
            "terminal_identity destination",
            "terminal_identity shared",
            "terminal_identity staged_file");
    var failure = new PublishEnvelope.FailedSync(phase, new SyncFailure(role, 5, kind));

    assertThat(
            exists(
                null,
                State.COMMITTED,
                DurabilityState.NOT_PROVABLE,
                Reason.IO_FAILURE,
                Primitive.LINKAT_NOREPLACE,
                Phase.TERMINAL_IDENTITY,
                List.of(failure),
                Map.of()))
        .isEqualTo(fitting.contains(wire(phase) + " " + wire(role)));
  }

  @Test
  void theConstantForMalformedValuesKnowsNothing() {
    assertThat(PublishEnvelope.MALFORMED.toJson())
        .isEqualTo(
            envelope("unknown", "unknown", "not_provable", "unknown")
                .put("primitive", "unknown")
                .put(
                    "diagnostic",
                    new JsonObject()
                        .put("schemaVersion", 1)
                        .put("collectionState", "unavailable")));
    assertThat(PublishEnvelope.MALFORMED.ok()).isFalse();
    assertThat(direct(PublishEnvelope.MALFORMED.toJson())).isEqualTo(PublishEnvelope.MALFORMED);
    assertThat(PublishEnvelope.MALFORMED.errorCode()).contains(ErrorCode.DURABILITY_FAILED);
  }

  @Test
  void wireNamesNeverChange() {
    assertThat(Stream.of(Primitive.values()).map(Envelopes::wire))
        .containsExactly(
            "renameat2_noreplace",
            "renameatx_np_excl",
            "windows_rename_noreplace",
            "linkat_noreplace",
            "mkdirat_renameat_noreplace",
            "unsupported",
            "unknown");
    assertThat(Stream.of(Phase.values()).map(Envelopes::wire))
        .containsExactly(
            "preflight",
            "file_sync",
            "rename",
            "source_parent_sync",
            "destination_parent_sync",
            "terminal_identity",
            "source_unlink",
            "complete",
            "unknown");
    assertThat(Stream.of(Collection.values()).map(Envelopes::wire))
        .containsExactly("complete", "partial", "unavailable");
  }

  @ParameterizedTest
  @EnumSource
  void everyReasonHasItsErrorCode(Reason reason) {
    String expected =
        switch (reason) {
          case NONE -> null;
          case DESTINATION_EXISTS -> "destination_conflict";
          case ATOMIC_UNAVAILABLE -> "atomic_unavailable";
          case INVALID_REQUEST -> "invalid_request";
          case DURABILITY_NOT_PROVABLE -> "durability_not_provable";
          case IDENTITY_VIOLATION -> "identity_mismatch";
          case IO_FAILURE -> "io_error";
          case CROSS_DEVICE, PERMISSION_DENIED, INTERRUPTED, UNKNOWN -> "durability_failed";
        };
    List<String> row =
        LEGAL.stream().filter(legal -> legal.get(2).equals(wire(reason))).findFirst().orElseThrow();

    PublishEnvelope envelope = direct(envelope(row.get(2), row.get(0), row.get(1), row.get(3)));

    assertThat(envelope).isNotEqualTo(PublishEnvelope.MALFORMED);
    assertThat(envelope.errorCode().map(ErrorCode::wireName).orElse(null)).isEqualTo(expected);
  }
}
