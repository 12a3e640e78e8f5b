package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.ObjIntConsumer;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.WithNull;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedStoreOptionsTest {
  private static final int GIB = 1024 * 1024 * 1024;

  @Test
  void theDefaultsAreTheDocumentedOnes() {
    for (ManagedStoreOptions options :
        new ManagedStoreOptions[] {
          new ManagedStoreOptions(), new ManagedStoreOptions(new JsonObject())
        }) {
      assertThat(options.getRoot()).isNull();
      assertThat(options.getProfileRoot()).isNull();
      assertThat(options.isReadOnly()).isFalse();
      assertThat(options.getSecurityPolicy()).isEqualTo(SecurityPolicy.VERIFY_FIRST);
      assertThat(options.getMaxFileBytes()).isEqualTo(64 * 1024 * 1024);
      assertThat(options.getMaxPendingOperations()).isEqualTo(16_384);
      assertThat(options.getDataThreads()).isEqualTo(4);
      assertThat(options.isSyncfs()).isTrue();
    }
  }

  @Test
  void theJsonFormHasExactlyTheseKeys() {
    assertThat(new ManagedStoreOptions().setRoot("r").toJson().fieldNames())
        .containsExactlyInAnyOrder(
            "root",
            "readOnly",
            "securityPolicy",
            "maxFileBytes",
            "maxPendingOperations",
            "dataThreads",
            "syncfs",
            "keepHistory");
    ManagedStoreOptions bounded =
        new ManagedStoreOptions().setHistoryMaxAgeMillis(1).setHistoryMaxBytes(2);
    assertThat(bounded.toJson().fieldNames()).contains("historyMaxAgeMillis", "historyMaxBytes");
    assertThat(new ManagedStoreOptions().toJson().fieldNames())
        .doesNotContain("root", "profileRoot");
  }

  @Property(tries = 200)
  void theJsonFormIsReadBackAsItWas(
      @ForAll String root,
      @ForAll @WithNull String profileRoot,
      @ForAll boolean readOnly,
      @ForAll SecurityPolicy securityPolicy,
      @ForAll @IntRange(min = 1, max = GIB) int maxFileBytes,
      @ForAll @IntRange(min = 1, max = 1_000_000) int maxPendingOperations,
      @ForAll @IntRange(min = 1, max = 64) int dataThreads,
      @ForAll boolean syncfs,
      @ForAll @IntRange(max = 10_000) int keepHistory,
      @ForAll @LongRange(min = 1) long maxAgeMillis,
      @ForAll @LongRange(min = 1) long maxBytes) {
    ManagedStoreOptions options =
        new ManagedStoreOptions()
            .setRoot(root)
            .setProfileRoot(profileRoot)
            .setReadOnly(readOnly)
            .setSecurityPolicy(securityPolicy)
            .setMaxFileBytes(maxFileBytes)
            .setMaxPendingOperations(maxPendingOperations)
            .setDataThreads(dataThreads)
            .setSyncfs(syncfs)
            .setKeepHistory(keepHistory)
            .setHistoryMaxAgeMillis(maxAgeMillis)
            .setHistoryMaxBytes(maxBytes);

    ManagedStoreOptions copy = new ManagedStoreOptions(options.toJson());

    assertThat(copy).usingRecursiveComparison().isEqualTo(options);
    assertThat(copy.getRoot()).isEqualTo(root);
    assertThat(copy.getMaxFileBytes()).isEqualTo(maxFileBytes);
    assertThat(copy.toJson()).isEqualTo(options.toJson());
  }

  @Test
  void theJsonFormSurvivesBeingText() {
    ManagedStoreOptions options = new ManagedStoreOptions().setRoot("/r/\u00e9").setDataThreads(7);

    ManagedStoreOptions copy = new ManagedStoreOptions(new JsonObject(options.toJson().encode()));

    assertThat(copy).usingRecursiveComparison().isEqualTo(options);
  }

  /** What generated converters do: style.md, trap T12. */
  @Test
  void unknownKeysAreNotSilentlySkipped() {
    assertThat(refused(new JsonObject().put("root", "r").put("colour", "red")))
        .hasMessageContaining("options.colour is not an option");
  }

  @Test
  void aMisspeltKeyIsNamedTogetherWithTheKnownOnes() {
    assertThat(refused(new JsonObject().put("maxFileByte", 1)))
        .hasMessage(
            "options.maxFileByte is not an option; expected one of"
                + " [dataThreads, historyMaxAgeMillis, historyMaxBytes, keepHistory, maxFileBytes,"
                + " maxPendingOperations, profileRoot, readOnly, root, securityPolicy, syncfs]");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Root", "readonly", "max-file-bytes", "", " root"})
  void keysAreTakenLiterally(String key) {
    assertThat(refused(new JsonObject().put(key, 1)))
        .hasMessageStartingWith("options." + key + " is not an option");
  }

  static Stream<Arguments> wrongTypes() {
    Stream<Object> notNumbers =
        Stream.of("1", 1.0, 1.5, 1.0f, BigDecimal.ONE, true, array(), new JsonObject());
    Stream<Object> notFlags = Stream.of("true", 1, 0, array(), new JsonObject());
    Stream<Object> notStrings = Stream.of(1, 1.5, true, array(), new JsonObject());
    return Stream.of(
            notNumbers.flatMap(
                value ->
                    Stream.of("maxFileBytes", "maxPendingOperations", "dataThreads")
                        .map(key -> Arguments.of(key, value, "a whole number"))),
            notFlags.flatMap(
                value ->
                    Stream.of("readOnly", "syncfs")
                        .map(key -> Arguments.of(key, value, "true or false"))),
            notStrings.flatMap(
                value ->
                    Stream.of("root", "profileRoot")
                        .map(key -> Arguments.of(key, value, "a string"))))
        .flatMap(cases -> cases);
  }

  private static JsonArray array() {
    return new JsonArray().add(1);
  }

  @ParameterizedTest
  @MethodSource("wrongTypes")
  void aValueOfAnotherTypeIsRefused(String key, Object value, String expected) {
    assertThat(refused(new JsonObject().put(key, value)))
        .hasMessageStartingWith("options." + key + " is ")
        .hasMessageEndingWith(", expected " + expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"root", "readOnly", "maxFileBytes", "maxPendingOperations", "dataThreads"})
  void nullIsNotTheDefault(String key) {
    assertThat(refused(new JsonObject().putNull(key)))
        .hasMessage("options." + key + " is null; leave it out to get the default");
  }

  @ParameterizedTest
  @CsvSource({
    "maxFileBytes, 1073741824",
    "maxPendingOperations, 1000000",
    "dataThreads, 64",
  })
  void numbersAreInRangeAtBothEnds(String key, long max) {
    new ManagedStoreOptions(new JsonObject().put(key, 1));
    new ManagedStoreOptions(new JsonObject().put(key, max));
    for (long wrong : new long[] {Long.MIN_VALUE, -1, 0, max + 1, 1L << 32, Long.MAX_VALUE}) {
      assertThat(refused(new JsonObject().put(key, wrong)))
          .hasMessage("options." + key + " is " + wrong + ", expected 1 to " + max);
    }
  }

  @Test
  void nothingIsKeptWithZeroVersions() {
    assertThat(new ManagedStoreOptions(new JsonObject().put("keepHistory", 0)).getKeepHistory())
        .isZero();
    assertThat(refused(new JsonObject().put("keepHistory", 10_001)))
        .hasMessage("options.keepHistory is 10001, expected 0 to 10000");
    assertThat(refused(new JsonObject().put("historyMaxAgeMillis", 0)))
        .hasMessageStartingWith("options.historyMaxAgeMillis is 0, expected 1 to ");
    ManagedStoreOptions options = new ManagedStoreOptions();
    assertThatIllegalArgumentException().isThrownBy(() -> options.setKeepHistory(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> options.setHistoryMaxAgeMillis(0));
    assertThatIllegalArgumentException().isThrownBy(() -> options.setHistoryMaxBytes(0));
  }

  @Test
  void numbersOfAnySizeAreNumbers() {
    assertThat(refused(new JsonObject("{\"dataThreads\":18446744073709551617}")))
        .hasMessage("options.dataThreads is 18446744073709551617, expected 1 to 64");
    assertThat(new ManagedStoreOptions(new JsonObject().put("dataThreads", BigInteger.TWO)))
        .returns(2, ManagedStoreOptions::getDataThreads);
  }

  private static RequestException refused(JsonObject json) {
    RequestException refusal =
        catchThrowableOfType(RequestException.class, () -> new ManagedStoreOptions(json));
    assertThat(refusal).as("refusal of " + json).isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_OPTIONS);
    return refusal;
  }

  @Test
  void settersRefuseWhatIsOutOfRangeAndChangeNothing() {
    ManagedStoreOptions options = new ManagedStoreOptions();

    outOfRange(options, ManagedStoreOptions::setMaxFileBytes, "maxFileBytes", GIB);
    outOfRange(
        options,
        ManagedStoreOptions::setMaxPendingOperations,
        "maxPendingOperations",
        ManagedStoreOptions.MAX_MAX_PENDING_OPERATIONS);
    outOfRange(
        options,
        ManagedStoreOptions::setDataThreads,
        "dataThreads",
        ManagedStoreOptions.MAX_DATA_THREADS);
    assertThat(options).usingRecursiveComparison().isEqualTo(new ManagedStoreOptions());
  }

  private static void outOfRange(
      ManagedStoreOptions options,
      ObjIntConsumer<ManagedStoreOptions> setter,
      String name,
      int max) {
    for (int wrong : new int[] {Integer.MIN_VALUE, -1, 0, max + 1, Integer.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> setter.accept(options, wrong))
          .withMessage(name + " is " + wrong + ", expected 1 to " + max);
    }
  }

  @Test
  void noRootIsRefusedAtOnce() {
    assertThatNullPointerException()
        .isThrownBy(() -> new ManagedStoreOptions().setRoot(null))
        .withMessage("root");
  }

  @Test
  void aCopyIsIndependent() {
    ManagedStoreOptions original =
        new ManagedStoreOptions()
            .setRoot("r")
            .setReadOnly(true)
            .setSecurityPolicy(SecurityPolicy.APPLY)
            .setMaxFileBytes(1)
            .setMaxPendingOperations(2)
            .setDataThreads(3);
    JsonObject before = original.toJson();
    ManagedStoreOptions copy = new ManagedStoreOptions(original);

    original
        .setRoot("other")
        .setReadOnly(false)
        .setSecurityPolicy(SecurityPolicy.REPAIR_ON_OPEN)
        .setMaxFileBytes(4)
        .setMaxPendingOperations(5)
        .setDataThreads(6);

    assertThat(copy.toJson()).isEqualTo(before);
  }

  @Test
  void theJsonFormIsACopyToo() {
    ManagedStoreOptions options = new ManagedStoreOptions().setRoot("r");

    options.toJson().put("root", "other");

    assertThat(options.getRoot()).isEqualTo("r");
  }
}
