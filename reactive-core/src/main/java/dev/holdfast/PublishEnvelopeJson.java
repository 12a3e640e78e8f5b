package dev.holdfast;

import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure;
import dev.holdfast.PublishEnvelope.Collection;
import dev.holdfast.PublishEnvelope.FailedSync;
import dev.holdfast.PublishEnvelope.Phase;
import dev.holdfast.PublishEnvelope.Primitive;
import dev.holdfast.PublishEnvelope.Shape;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON form of {@link PublishEnvelope}: writes it, and reads it strictly. */
final class PublishEnvelopeJson {
  private static final Pattern CODE = Pattern.compile("[a-z0-9_]{1,64}");
  private static final Pattern NUMBER = Pattern.compile("-?[0-9]{1,32}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
  private static final Set<String> ENVELOPE =
      Set.of(
          "ok",
          "code",
          "identity",
          "mutationState",
          "durabilityState",
          "reason",
          "primitive",
          "phase",
          "diagnostic");
  private static final Set<String> DIAGNOSTIC =
      Set.of("schemaVersion", "collectionState", "osCode", "syncFailures");
  private static final Set<String> FAILED_SYNC = Set.of("phase", "parentRole", "osCode", "kind");
  private static final Set<String> IDENTITY = Set.of("dev", "ino", "size", "mtimeNs", "ctimeNs");

  private PublishEnvelopeJson() {}

  static boolean isCode(String code) {
    return CODE.matcher(code).matches();
  }

  static boolean isIdentity(Map<String, String> identity) {
    return identity.keySet().containsAll(IDENTITY)
        && identity.entrySet().stream().allMatch(PublishEnvelopeJson::isIdentityField);
  }

  private static boolean isIdentityField(Map.Entry<String, String> field) {
    String key = field.getKey();
    return key.equals("sha256")
        ? DIGEST.matcher(field.getValue()).matches()
        : (IDENTITY.contains(key) || key.equals("nlink"))
            && NUMBER.matcher(field.getValue()).matches();
  }

  static JsonObject write(PublishEnvelope envelope) {
    JsonObject json = new JsonObject().put("ok", envelope.ok());
    putIfKnown(json, "code", envelope.code());
    if (!envelope.identity().isEmpty()) {
      json.put("identity", new JsonObject(new TreeMap<>(envelope.identity())));
    }
    json.put("mutationState", lower(envelope.state()))
        .put("durabilityState", lower(envelope.durability()))
        .put("reason", lower(envelope.reason()))
        .put("primitive", lower(envelope.primitive()))
        .put("phase", lower(envelope.phase()));
    JsonObject diagnostic = new JsonObject().put("schemaVersion", 1);
    diagnostic.put("collectionState", lower(envelope.collection()));
    putIfKnown(diagnostic, "osCode", envelope.osCode());
    if (!envelope.syncFailures().isEmpty()) {
      JsonArray failures = new JsonArray();
      envelope.syncFailures().forEach(failure -> failures.add(write(failure)));
      diagnostic.put("syncFailures", failures);
    }
    return json.put("diagnostic", diagnostic);
  }

  private static JsonObject write(FailedSync sync) {
    JsonObject json = new JsonObject().put("phase", lower(sync.phase()));
    json.put("parentRole", lower(sync.failure().role()));
    putIfKnown(json, "osCode", sync.failure().errno());
    return json.put("kind", lower(sync.failure().kind()));
  }

  private static void putIfKnown(JsonObject json, String key, @Nullable Object value) {
    if (value != null) {
      json.put(key, value);
    }
  }

  static PublishEnvelope classify(@Nullable Object value, Shape shape) {
    try {
      PublishEnvelope envelope = read(value);
      return fits(envelope, shape) ? envelope : PublishEnvelope.MALFORMED;
    } catch (RuntimeException e) { // also what a strange map throws
      return PublishEnvelope.MALFORMED;
    }
  }

  private static boolean fits(PublishEnvelope envelope, Shape shape) {
    return switch (shape) {
      case DIRECT_RENAME -> true;
      case RETAINED_FILE -> retained(envelope, Primitive.LINKAT_NOREPLACE);
      case RETAINED_TREE -> retained(envelope, Primitive.MKDIRAT_RENAMEAT_NOREPLACE);
    };
  }

  private static boolean retained(PublishEnvelope envelope, Primitive withoutRenameFlags) {
    Primitive primitive = envelope.primitive();
    return (primitive == Primitive.RENAMEAT2_NOREPLACE || primitive == withoutRenameFlags)
        && (!envelope.ok()
            || (envelope.durability() == DurabilityState.PROVEN && !envelope.identity().isEmpty()));
  }

  private static PublishEnvelope read(@Nullable Object value) {
    Map<?, ?> in = record(value, ENVELOPE);
    Map<?, ?> diagnostic = record(in.get("diagnostic"), DIAGNOSTIC);
    PublishEnvelope envelope =
        new PublishEnvelope(
            in.containsKey("code") ? text(in.get("code")) : null,
            constant(State.class, in.get("mutationState")),
            constant(DurabilityState.class, in.get("durabilityState")),
            constant(Reason.class, in.get("reason")),
            constant(Primitive.class, in.get("primitive")),
            constant(Phase.class, in.get("phase")),
            constant(Collection.class, diagnostic.get("collectionState")),
            osCode(diagnostic),
            syncFailures(diagnostic),
            in.containsKey("identity") ? identity(in.get("identity")) : Map.of());
    require(Boolean.valueOf(envelope.ok()).equals(in.get("ok")));
    require(int32(diagnostic.get("schemaVersion")) == 1);
    return envelope;
  }

  private static Map<String, String> identity(@Nullable Object value) {
    Map<String, String> identity = new HashMap<>();
    record(value).forEach((key, field) -> identity.put(text(key), text(field)));
    require(!identity.isEmpty());
    return identity;
  }

  private static List<FailedSync> syncFailures(Map<?, ?> diagnostic) {
    Object value =
        diagnostic.containsKey("syncFailures") ? diagnostic.get("syncFailures") : List.of();
    Object list = value instanceof JsonArray array ? array.getList() : value;
    if (list instanceof List<?> failures && failures.size() <= MutationOutcome.MAX_SYNC_FAILURES) {
      return failures.stream().map(PublishEnvelopeJson::failedSync).toList();
    }
    throw malformed();
  }

  private static FailedSync failedSync(Object value) {
    Map<?, ?> in = record(value, FAILED_SYNC);
    SyncFailure failure =
        new SyncFailure(
            constant(SyncFailure.Role.class, in.get("parentRole")),
            osCode(in),
            constant(SyncFailure.Kind.class, in.get("kind")));
    return new FailedSync(constant(Phase.class, in.get("phase")), failure);
  }

  private static Map<?, ?> record(@Nullable Object value, Set<String> known) {
    Map<?, ?> fields = record(value);
    require(known.containsAll(fields.keySet()) && !fields.containsValue(null));
    return fields;
  }

  /** A copy, so that nothing changes under the checks. */
  private static Map<?, ?> record(@Nullable Object value) {
    Object map = value instanceof JsonObject json ? json.getMap() : value;
    if (map instanceof Map<?, ?> fields) {
      return new HashMap<>(fields);
    }
    throw malformed();
  }

  private static String text(@Nullable Object value) {
    if (value instanceof String text) {
      return text;
    }
    throw malformed();
  }

  private static @Nullable Integer osCode(Map<?, ?> fields) {
    return fields.containsKey("osCode") ? int32(fields.get("osCode")) : null;
  }

  private static int int32(@Nullable Object value) {
    if (value instanceof Integer || value instanceof Long) {
      return Math.toIntExact(((Number) value).longValue());
    }
    throw malformed();
  }

  private static <E extends Enum<E>> E constant(Class<E> type, @Nullable Object value) {
    for (E constant : type.getEnumConstants()) {
      if (lower(constant).equals(value)) {
        return constant;
      }
    }
    throw malformed();
  }

  private static void require(boolean condition) {
    if (!condition) {
      throw malformed();
    }
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException("malformed");
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
