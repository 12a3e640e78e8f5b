package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.AclEvidence.Attribute;
import dev.holdfast.AclEvidence.Operation;
import dev.holdfast.SecurityEnvelope.AclState;
import dev.holdfast.SecurityEnvelope.Clear;
import dev.holdfast.SecurityEnvelope.Failure;
import dev.holdfast.SecurityEnvelope.Kind;
import dev.holdfast.SecurityEnvelope.Protocol;
import dev.holdfast.SecurityEnvelope.Query;
import dev.holdfast.SecurityEnvelope.Success;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which envelopes exist: all combinations are tried. JSON neither loses nor adds any. */
class SecurityEnvelopeTest {
  private static final AclState LOOKED = new AclState(Clear.NOT_RUN, Query.ABSENT);
  private static final AclState CLEARED = new AclState(Clear.CLEARED, Query.ABSENT);
  private static final Success APPLIED =
      new Success(Kind.DIRECTORY, Protocol.APPLY, CLEARED, CLEARED);

  private static List<AclState> states() {
    List<AclState> states = new ArrayList<>();
    for (Clear clear : Clear.values()) {
      for (Query query : Query.values()) {
        states.add(new AclState(clear, query));
      }
    }
    states.add(null);
    return states;
  }

  private static List<AclEvidence> acls() {
    List<AclEvidence> acls = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      for (Attribute attribute : Attribute.values()) {
        acls.add(new AclEvidence(operation, attribute));
      }
    }
    acls.add(null);
    return acls;
  }

  private static void survivesJson(SecurityEnvelope envelope) {
    JsonObject json = new JsonObject(envelope.toJson().encode());
    assertThat(SecurityEnvelope.fromJson(json, envelope.kind(), envelope.protocol()))
        .isEqualTo(envelope);
  }

  @Test
  void theSeventeenCodesAreThese() {
    assertThat(SecurityEnvelope.CODES.stream().map(ErrorCode::wireName))
        .containsExactlyInAnyOrder(
            "acl_denied",
            "acl_io_error",
            "acl_present",
            "acl_malformed",
            "acl_unknown",
            "acl_unavailable",
            "acl_apply_failed",
            "acl_verify_failed",
            "not_found",
            "not_directory",
            "network_unsupported",
            "reparse_point",
            "identity_unavailable",
            "identity_mismatch",
            "owner_mismatch",
            "mode_mismatch",
            "io_error");
  }

  @Test
  void everySuccessThatMakesSenseExistsAndNoOther() {
    int exist = 0;
    for (Kind kind : Kind.values()) {
      for (Protocol protocol : Protocol.values()) {
        for (AclState access : states()) {
          for (AclState inherited : states()) {
            if (access == null) {
              continue;
            }
            boolean possible =
                (kind == Kind.DIRECTORY) == (inherited != null)
                    && fits(protocol, access)
                    && (inherited == null || fits(protocol, inherited));
            if (possible) {
              survivesJson(new Success(kind, protocol, access, inherited));
              exist++;
            } else {
              assertThatThrownBy(() -> new Success(kind, protocol, access, inherited))
                  .isInstanceOf(IllegalArgumentException.class);
            }
          }
        }
      }
    }
    assertThat(exist).isEqualTo(6 + 2 + 36 + 4);
  }

  private static boolean fits(Protocol protocol, AclState state) {
    return (protocol == Protocol.VERIFY) == (state.clear() == Clear.NOT_RUN);
  }

  @Test
  void everyFailureThatMakesSenseExistsAndNoOther() {
    int exist = 0;
    for (Kind kind : Kind.values()) {
      for (Protocol protocol : Protocol.values()) {
        for (ErrorCode code : ErrorCode.values()) {
          for (AclEvidence acl : acls()) {
            if (makesSense(kind, protocol, code, acl)) {
              survivesJson(new Failure(kind, protocol, code, acl));
              exist++;
            } else {
              assertThatThrownBy(() -> new Failure(kind, protocol, code, acl))
                  .isInstanceOf(IllegalArgumentException.class);
            }
          }
        }
      }
    }
    int withoutAcl = 12 * 4;
    int found = 2 * (1 + 2) * 2; // by a query only
    int asked = 3 * (1 + 2) * (1 + 2); // by a query; when applying, by a removal too
    assertThat(exist).isEqualTo(withoutAcl + found + asked);
  }

  private static boolean makesSense(Kind kind, Protocol protocol, ErrorCode code, AclEvidence acl) {
    if (!SecurityReports.ACL_CODES.contains(code)) {
      return acl == null && SecurityEnvelope.CODES.contains(code);
    }
    if (acl == null || (kind == Kind.FILE && acl.attribute() == Attribute.DEFAULT)) {
      return false;
    }
    boolean found = code == ErrorCode.ACL_PRESENT || code == ErrorCode.ACL_MALFORMED;
    return acl.operation() == Operation.QUERY || (protocol == Protocol.APPLY && !found);
  }

  @Test
  void theFormIsThis() {
    assertThat(APPLIED.toJson())
        .isEqualTo(
            new JsonObject(
                """
                {"ok": true, "platform": "linux", "kind": "directory", "protocol": "apply",
                 "aclEvidence": {"access": {"clear": "cleared", "query": "absent"},
                                 "default": {"clear": "cleared", "query": "absent"}}}
                """));
    assertThat(new Success(Kind.FILE, Protocol.VERIFY, LOOKED, null).toJson())
        .isEqualTo(
            new JsonObject(
                """
                {"ok": true, "platform": "linux", "kind": "file", "protocol": "verify",
                 "aclEvidence": {"access": {"clear": "not_run", "query": "absent"}}}
                """));
    assertThat(new Failure(Kind.FILE, Protocol.VERIFY, ErrorCode.MODE_MISMATCH, null).toJson())
        .isEqualTo(new JsonObject("{\"ok\": false, \"code\": \"mode_mismatch\"}"));
    AclEvidence acl = new AclEvidence(Operation.CLEAR, Attribute.DEFAULT);
    assertThat(new Failure(Kind.DIRECTORY, Protocol.APPLY, ErrorCode.ACL_DENIED, acl).toJson())
        .isEqualTo(
            new JsonObject(
                """
                {"ok": false, "code": "acl_denied", "operation": "clear", "attribute": "default"}
                """));
  }

  private static void refused(
      JsonObject json, Kind kind, Protocol protocol, String... inTheMessage) {
    assertThatThrownBy(() -> SecurityEnvelope.fromJson(json, kind, protocol))
        .as(json.encode())
        .isInstanceOfSatisfying(
            RequestException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
              assertThat(e.getMessage()).contains(inTheMessage);
            });
  }

  private static void refusedApply(Consumer<JsonObject> change, String... inTheMessage) {
    JsonObject json = APPLIED.toJson();
    change.accept(json);
    refused(json, Kind.DIRECTORY, Protocol.APPLY, inTheMessage);
  }

  private static JsonObject evidence(JsonObject json) {
    return json.getJsonObject("aclEvidence");
  }

  @Test
  void whatIsMissingOrTooMuchIsNamed() {
    for (String key : List.of("ok", "platform", "kind", "protocol", "aclEvidence")) {
      refusedApply(json -> json.remove(key), "." + key + " is missing");
      refusedApply(json -> json.put(key, 5), "." + key + " is not");
    }
    refusedApply(json -> json.put("note", "x"), ".note is unknown");
    refusedApply(json -> json.put("code", "io_error"), ".code is unknown");
    refusedApply(json -> evidence(json).put("other", 1), "aclEvidence.other is unknown");
    refusedApply(json -> evidence(json).remove("access"), "aclEvidence.access is missing");
    refusedApply(json -> evidence(json).remove("default"), "default is there exactly");
    for (String acl : List.of("access", "default")) {
      for (String key : List.of("clear", "query")) {
        refusedApply(
            json -> evidence(json).getJsonObject(acl).remove(key), acl + "." + key + " is missing");
        refusedApply(
            json -> evidence(json).getJsonObject(acl).put(key, "present"),
            acl + "." + key + " is not");
      }
      refusedApply(
          json -> evidence(json).getJsonObject(acl).put("clear", "not_run"),
          acl + ".clear is not_run",
          "omitted");
      refusedApply(
          json -> evidence(json).getJsonObject(acl).put("why", ""), acl + ".why is unknown");
    }
  }

  @Test
  void anAnswerToAnotherQuestionIsRefused() {
    refused(APPLIED.toJson(), Kind.DIRECTORY, Protocol.VERIFY, ".protocol is not verify");
    refused(APPLIED.toJson(), Kind.FILE, Protocol.APPLY, ".kind is not file");
    refusedApply(json -> json.put("platform", "darwin"), ".platform is not linux");
    JsonObject mutating = APPLIED.toJson().put("protocol", "verify");
    refused(mutating, Kind.DIRECTORY, Protocol.VERIFY, "access.clear is cleared");
  }

  @ParameterizedTest
  @CsvSource({
    "'{\"ok\":false}', .code is missing",
    "'{\"ok\":false,\"code\":\"acl_nonsense\"}', .code is not",
    "'{\"ok\":false,\"code\":\"no_space\"}', code is no_space",
    "'{\"ok\":false,\"code\":\"acl_denied\"}', operation and attribute",
    "'{\"ok\":false,\"code\":\"acl_denied\",\"operation\":\"query\"}', .attribute is missing",
    "'{\"ok\":false,\"code\":\"acl_denied\",\"attribute\":\"access\"}', .operation is missing",
    "'{\"ok\":false,\"code\":\"io_error\",\"operation\":\"query\",\"attribute\":\"access\"}',"
        + " operation and attribute",
    "'{\"ok\":false,\"code\":\"acl_denied\",\"operation\":\"clear\",\"attribute\":\"default\"}',"
        + " operation is clear",
    "'{\"ok\":false,\"code\":\"io_error\",\"kind\":\"file\"}', .kind is unknown",
  })
  void aFailureThatNoLookCanHaveIsRefused(String json, String inTheMessage) {
    refused(new JsonObject(json), Kind.DIRECTORY, Protocol.VERIFY, inTheMessage);
  }
}
