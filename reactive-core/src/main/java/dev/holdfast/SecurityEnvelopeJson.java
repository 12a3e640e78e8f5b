package dev.holdfast;

import static dev.holdfast.StrictFields.lower;

import dev.holdfast.SecurityEnvelope.AclState;
import dev.holdfast.SecurityEnvelope.Clear;
import dev.holdfast.SecurityEnvelope.Failure;
import dev.holdfast.SecurityEnvelope.Kind;
import dev.holdfast.SecurityEnvelope.Protocol;
import dev.holdfast.SecurityEnvelope.Query;
import dev.holdfast.SecurityEnvelope.Success;
import io.vertx.core.json.JsonObject;

/** The JSON form of {@link SecurityEnvelope}: writes it, and reads it strictly. */
final class SecurityEnvelopeJson {
  private static final String PLATFORM = "linux";

  private SecurityEnvelopeJson() {}

  static JsonObject write(SecurityEnvelope envelope) {
    JsonObject json = new JsonObject().put("ok", envelope.ok());
    if (envelope instanceof Success success) {
      return write(json, success);
    }
    Failure failure = (Failure) envelope;
    return SecurityJson.putAcl(json.put("code", failure.code().wireName()), failure.acl());
  }

  private static JsonObject write(JsonObject json, Success success) {
    JsonObject evidence = new JsonObject().put("access", write(success.access()));
    if (success.inherited() != null) {
      evidence.put("default", write(success.inherited()));
    }
    return json.put("platform", PLATFORM)
        .put("kind", lower(success.kind()))
        .put("protocol", lower(success.protocol()))
        .put("aclEvidence", evidence);
  }

  private static JsonObject write(AclState state) {
    return new JsonObject().put("clear", lower(state.clear())).put("query", lower(state.query()));
  }

  static SecurityEnvelope envelope(StrictFields in, Kind kind, Protocol protocol) {
    return in.flag("ok") ? success(in, kind, protocol) : failure(in, kind, protocol);
  }

  private static Success success(StrictFields in, Kind kind, Protocol protocol) {
    in.exactly("platform", PLATFORM);
    in.exactly("kind", lower(kind));
    in.exactly("protocol", lower(protocol));
    return in.object(
        "aclEvidence",
        evidence ->
            new Success(
                kind,
                protocol,
                evidence.object("access", SecurityEnvelopeJson::state),
                evidence.has("default")
                    ? evidence.object("default", SecurityEnvelopeJson::state)
                    : null));
  }

  private static AclState state(StrictFields in) {
    return new AclState(in.constant("clear", Clear.class), in.constant("query", Query.class));
  }

  private static Failure failure(StrictFields in, Kind kind, Protocol protocol) {
    return new Failure(
        kind,
        protocol,
        in.constant("code", ErrorCode.class),
        in.has("operation") || in.has("attribute") ? SecurityJson.acl(in) : null);
  }
}
