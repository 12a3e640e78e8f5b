package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.PublishEnvelope.Shape;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Values in the form of {@link PublishEnvelope}, and what is legal in it. */
final class Envelopes {

  private Envelopes() {}

  /** State, durability, reasons, phases; everything else is malformed. */
  private static final String TABLE =
      """
      not_committed not_attempted destination_exists,permission_denied,io_failure rename,preflight
      not_committed not_attempted atomic_unavailable,cross_device,interrupted rename
      not_committed not_attempted invalid_request,identity_violation preflight
      not_committed not_attempted io_failure file_sync
      unknown not_provable unknown rename,terminal_identity
      committed proven,not_attempted none complete
      committed not_provable durability_not_provable file_sync,source_parent_sync
      committed not_provable durability_not_provable destination_parent_sync
      committed not_provable identity_violation terminal_identity
      committed not_provable io_failure terminal_identity,source_unlink
      """;

  static final Set<List<String>> LEGAL = rows();

  private static Set<List<String>> rows() {
    Set<List<String>> rows = new HashSet<>();
    for (String line : TABLE.lines().toList()) {
      String[] column = line.split(" ");
      for (String durability : column[1].split(",")) {
        for (String reason : column[2].split(",")) {
          for (String phase : column[3].split(",")) {
            rows.add(List.of(column[0], durability, reason, phase));
          }
        }
      }
    }
    return rows;
  }

  static String wire(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The base of the scenarios: a rename that the system does not know. */
  static JsonObject base() {
    return envelope("atomic_unavailable", "not_committed", "not_attempted", "rename")
        .put("code", "atomic_unavailable");
  }

  static JsonObject envelope(String reason, String state, String durability, String phase) {
    return new JsonObject()
        .put("ok", reason.equals("none"))
        .put("mutationState", state)
        .put("durabilityState", durability)
        .put("reason", reason)
        .put("primitive", "renameat2_noreplace")
        .put("phase", phase)
        .put(
            "diagnostic",
            new JsonObject()
                .put("schemaVersion", 1)
                .put("collectionState", "complete")
                .put("osCode", 38));
  }

  static JsonObject success(String durability) {
    return envelope("none", "committed", durability, "complete");
  }

  static JsonObject identity() {
    return new JsonObject()
        .put("dev", "18446744073709551615")
        .put("ino", "2")
        .put("size", "3")
        .put("mtimeNs", "-4")
        .put("ctimeNs", "5");
  }

  static JsonObject failedSync(String phase, String role) {
    return new JsonObject()
        .put("phase", phase)
        .put("parentRole", role)
        .put("osCode", 5)
        .put("kind", "io");
  }

  static JsonObject withFailures(JsonObject envelope, JsonObject... failures) {
    envelope.getJsonObject("diagnostic").put("syncFailures", new JsonArray(List.of(failures)));
    return envelope;
  }

  static PublishEnvelope direct(Object value) {
    return PublishEnvelope.classify(value, Shape.DIRECT_RENAME);
  }

  static void assertMalformed(PublishEnvelope envelope) {
    assertThat(envelope).isSameAs(PublishEnvelope.MALFORMED);
    assertThat(envelope.mayCleanStaging()).isFalse();
  }
}
