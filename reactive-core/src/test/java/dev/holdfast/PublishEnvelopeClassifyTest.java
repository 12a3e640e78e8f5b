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
import dev.holdfast.PublishEnvelope.Collection;
import dev.holdfast.PublishEnvelope.Phase;
import dev.holdfast.PublishEnvelope.Primitive;
import dev.holdfast.PublishEnvelope.Shape;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values that come from elsewhere. */
class PublishEnvelopeClassifyTest {

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void aRetainedObjectNeedsAPrimitiveOfItsKind(@ForAll Shape shape, @ForAll Primitive primitive) {
    boolean fits =
        switch (shape) {
          case DIRECT_RENAME -> true;
          case RETAINED_FILE ->
              primitive == Primitive.RENAMEAT2_NOREPLACE || primitive == Primitive.LINKAT_NOREPLACE;
          case RETAINED_TREE ->
              primitive == Primitive.RENAMEAT2_NOREPLACE
                  || primitive == Primitive.MKDIRAT_RENAMEAT_NOREPLACE;
        };
    JsonObject failure = base().put("primitive", wire(primitive));
    JsonObject success =
        success("proven").put("primitive", wire(primitive)).put("identity", identity());

    assertThat(PublishEnvelope.classify(failure, shape).mayCleanStaging()).isEqualTo(fits);
    assertThat(PublishEnvelope.classify(success, shape).ok()).isEqualTo(fits);
  }

  @ParameterizedTest
  @EnumSource(names = {"RETAINED_FILE", "RETAINED_TREE"})
  void aRetainedSuccessHasToNameItsObject(Shape shape) {
    assertMalformed(PublishEnvelope.classify(success("proven"), shape));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Atomic", "a b", "a-b", "a\n", "/path"})
  void codesAreShortAndPlain(String code) {
    assertMalformed(direct(base().put("code", code)));
    assertMalformed(direct(base().put("code", "a".repeat(65))));
    assertThat(direct(base().put("code", "a".repeat(64))).mayCleanStaging()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-", "+1", "1.0", "0x1", " 1", "1\n", "\u0661"})
  void identitiesAreDecimal(String number) {
    for (String field : identity().fieldNames()) {
      assertMalformed(direct(success("proven").put("identity", identity().put(field, number))));
    }
    assertMalformed(
        direct(success("proven").put("identity", identity().put("dev", "1".repeat(33)))));
    assertThat(
            direct(success("proven").put("identity", identity().put("dev", "-" + "1".repeat(32))))
                .ok())
        .isTrue();
  }

  @Test
  void anIdentityMayHaveALinkCountAndADigest() {
    JsonObject full = identity().put("nlink", "1").put("sha256", "0f".repeat(32));

    assertThat(direct(success("proven").put("identity", full)).identity()).hasSize(7);
    for (String digest : List.of("0F".repeat(32), "0f".repeat(31), "0g".repeat(32))) {
      assertMalformed(direct(success("proven").put("identity", identity().put("sha256", digest))));
    }
  }

  @Test
  void anIdentityIsWholeAndNothingElse() {
    for (String field : identity().fieldNames()) {
      JsonObject part = identity();
      part.remove(field);
      assertMalformed(direct(success("proven").put("identity", part)));
    }
    assertMalformed(direct(success("proven").put("identity", new JsonObject())));
    assertMalformed(direct(success("proven").put("identity", identity().put("path", "1"))));
    assertMalformed(direct(success("proven").put("identity", identity().put("dev", 1))));
  }

  @Test
  void upToFourFailedSyncsAreAccepted() {
    JsonObject value =
        envelope("durability_not_provable", "committed", "not_provable", "source_parent_sync");
    JsonObject failure = failedSync("source_parent_sync", "shared");

    JsonObject four = withFailures(value.copy(), failure, failure, failure, failure);
    JsonObject five = withFailures(value.copy(), failure, failure, failure, failure, failure);

    assertThat(direct(four).toJson()).isEqualTo(four);
    assertMalformed(direct(five));
  }

  @Test
  void errorNumbersAreWholeAndHave32Bits() {
    for (Object number : List.of(Integer.MIN_VALUE, 0, (long) Integer.MAX_VALUE)) {
      JsonObject value = base();
      value.getJsonObject("diagnostic").put("osCode", number);
      assertThat(direct(value).mayCleanStaging()).isTrue();
    }
    for (Object number : List.of(1L << 31, -(1L << 31) - 1, 1.0, "1", true)) {
      JsonObject value = base();
      value.getJsonObject("diagnostic").put("osCode", number);
      assertMalformed(direct(value));
    }
  }

  @Test
  void onlySchemaVersionOneIsKnown() {
    for (Object version : List.of(0, 2, "1", 1.0, (1L << 32) + 1)) {
      JsonObject value = base();
      value.getJsonObject("diagnostic").put("schemaVersion", version);
      assertMalformed(direct(value));
    }
  }

  @Test
  void okHasToAgreeWithTheRest() {
    assertMalformed(direct(base().put("ok", true)));
    assertMalformed(direct(success("proven").put("ok", false)));
    assertMalformed(direct(base().put("ok", "false")));
  }

  @Test
  void aMapIsARecordToo() {
    assertThat(direct(base().getMap())).isEqualTo(direct(base())).isNotNull();
    assertThat(direct(base().getMap()).mayCleanStaging()).isTrue();
  }

  @Test
  void whatIsNoRecordIsMalformed() {
    assertMalformed(direct(null));
    for (Object value : List.of(1, "not_committed", true, List.of(base()), new JsonArray())) {
      assertMalformed(direct(value));
    }
  }

  @Test
  void aRecordThatThrowsIsMalformed() {
    Map<String, Object> hostile =
        new AbstractMap<>() {
          @Override
          public Set<Entry<String, Object>> entrySet() {
            throw new IllegalStateException("no");
          }
        };

    assertMalformed(direct(hostile));
    assertMalformed(direct(base().put("diagnostic", hostile)));
  }

  @Test
  void whatIsReturnedCannotBeChanged() {
    Map<String, Object> value = new LinkedHashMap<>(success("proven").getMap());
    Map<String, Object> identity = new LinkedHashMap<>(identity().getMap());
    value.put("identity", identity);
    PublishEnvelope envelope = direct(value);

    identity.put("dev", "7");
    envelope.toJson().getJsonObject("identity").put("dev", "7");

    assertThat(envelope.identity()).containsEntry("dev", "18446744073709551615");
  }

  @Property(tries = 2_000)
  void oneWrongFieldIsEnoughToForbidCleaning(
      @ForAll("damages") JsonObject damaged, @ForAll Shape shape) {
    assertMalformed(PublishEnvelope.classify(damaged, shape));
  }

  /** Envelopes that would allow cleaning, but for one field. */
  @Provide
  Arbitrary<JsonObject> damages() {
    Arbitrary<String> keys =
        Arbitraries.of("ok", "mutationState", "durabilityState", "reason", "primitive", "phase");
    Arbitrary<String> diagnosticKeys = Arbitraries.of("schemaVersion", "collectionState");
    Arbitrary<Object> junk =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(20).filter(text -> !text.matches("[a-z0-9_]+")),
            Arbitraries.integers().filter(number -> number != 1),
            Arbitraries.doubles(),
            Arbitraries.of(true, JsonArray.of(), new JsonObject()),
            Arbitraries.just(null));
    return Arbitraries.oneOf(
        keys.map(key -> without(base(), key)),
        Arbitraries.just("diagnostic").map(key -> without(base(), key)),
        Combinators.combine(keys, junk).as((key, value) -> base().put(key, value)),
        junk.map(value -> base().put("diagnostic", value)),
        diagnosticKeys.map(key -> inDiagnostic(diagnostic -> diagnostic.remove(key))),
        Combinators.combine(diagnosticKeys, junk)
            .as((key, value) -> inDiagnostic(diagnostic -> diagnostic.put(key, value))),
        Combinators.combine(Arbitraries.strings().alpha().ofMaxLength(8), junk)
            .filter((key, value) -> !base().containsKey(key) && !key.equals("identity"))
            .as((key, value) -> base().put(key, value)),
        Arbitraries.strings()
            .alpha()
            .ofMaxLength(8)
            .map(key -> inDiagnostic(diagnostic -> diagnostic.put(key + "x", 1))));
  }

  private static JsonObject without(JsonObject json, String key) {
    json.remove(key);
    return json;
  }

  private static JsonObject inDiagnostic(Consumer<JsonObject> change) {
    JsonObject json = base();
    change.accept(json.getJsonObject("diagnostic"));
    return json;
  }

  @Property(tries = 5_000)
  void whatIsAcceptedIsWhatWasGiven(@ForAll("noise") Object value, @ForAll Shape shape) {
    PublishEnvelope envelope = PublishEnvelope.classify(value, shape);

    if (envelope.equals(PublishEnvelope.MALFORMED)) {
      assertThat(envelope.mayCleanStaging()).isFalse();
    } else {
      assertThat(envelope.toJson()).isEqualTo(value);
    }
  }

  /** Records with the known keys, or others, and values that are often right. */
  @Provide
  Arbitrary<Object> noise() {
    Arbitrary<Object> words =
        Arbitraries.oneOf(
            Arbitraries.of(State.values()).map(Envelopes::wire),
            Arbitraries.of(DurabilityState.values()).map(Envelopes::wire),
            Arbitraries.of(Reason.values()).map(Envelopes::wire),
            Arbitraries.of(Primitive.values()).map(Envelopes::wire),
            Arbitraries.of(Phase.values()).map(Envelopes::wire),
            Arbitraries.of(Collection.values()).map(Envelopes::wire));
    Arbitrary<Object> leaves =
        Arbitraries.oneOf(
            words,
            Arbitraries.of(true, false, 1, 1L, 1.0, "1", "io", "source", "a/b"),
            Arbitraries.just(null));
    Arbitrary<String> keys =
        Arbitraries.of(
            "ok",
            "code",
            "mutationState",
            "durabilityState",
            "reason",
            "primitive",
            "phase",
            "diagnostic",
            "identity",
            "schemaVersion",
            "collectionState",
            "osCode",
            "syncFailures",
            "path");
    Arbitrary<Object> trees =
        Arbitraries.lazyOf(
            () -> leaves,
            () -> Arbitraries.maps(keys, leaves).ofMaxSize(9).map(JsonObject::new),
            () -> leaves.list().ofMaxSize(3).map(JsonArray::new));
    Arbitrary<Object> records = Arbitraries.maps(keys, trees).ofMaxSize(14).map(JsonObject::new);
    Arbitrary<Object> nearMisses =
        Combinators.combine(Arbitraries.of(List.copyOf(LEGAL)), keys, trees)
            .as(
                (row, key, value) ->
                    envelope(row.get(2), row.get(0), row.get(1), row.get(3)).put(key, value));
    return Arbitraries.oneOf(records, nearMisses, trees);
  }
}
