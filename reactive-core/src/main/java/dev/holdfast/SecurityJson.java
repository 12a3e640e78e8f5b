package dev.holdfast;

import static dev.holdfast.StrictFields.lower;

import dev.holdfast.SecurityEvidence.Kind;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The JSON form of what audits and repairs report: writes it, and reads it strictly. */
final class SecurityJson {
  private static final int VERSION = 1;
  private static final Pattern OCTAL = Pattern.compile("[0-7]{4}");
  private static final String MANAGED = "file_or_directory";

  private SecurityJson() {}

  // ---- writing ----

  static JsonObject write(SecurityReport report) {
    return new JsonObject()
        .put("schemaVersion", VERSION)
        .put("entries", report.entries())
        .put("truncated", report.truncated())
        .put("findings", array(report.findings(), SecurityJson::write));
  }

  static JsonObject write(RepairReport report) {
    return new JsonObject()
        .put("schemaVersion", VERSION)
        .put("results", array(report.results(), SecurityJson::write));
  }

  private static <T> JsonArray array(List<T> values, Function<T, JsonObject> form) {
    JsonArray array = new JsonArray();
    values.forEach(value -> array.add(form.apply(value)));
    return array;
  }

  private static JsonObject write(RepairResult result) {
    JsonObject json = new JsonObject().put("finding", write(result.finding()));
    json.put("action", lower(result.action()));
    if (result.code() != null) {
      json.put("code", result.code().wireName());
    }
    putAcl(json, result.acl());
    return json;
  }

  private static JsonObject write(SecurityFinding finding) {
    JsonObject json =
        new JsonObject().put("path", finding.path()).put("exactPath", finding.exactPath());
    AuditedObject object = finding.object();
    if (object != null) {
      json.put("object", write(object));
    }
    json.put("kind", lower(finding.kind())).put("code", finding.code().wireName());
    return write(json, finding.evidence());
  }

  private static JsonObject write(AuditedObject object) {
    JsonObject json =
        new JsonObject()
            .put("type", lower(object.type()))
            .put("dev", Long.toString(object.dev()))
            .put("ino", Long.toString(object.ino()));
    if (object.birthNs() != null) {
      json.put("birthNs", Long.toString(object.birthNs()));
    }
    return json;
  }

  private static JsonObject write(JsonObject json, SecurityEvidence evidence) {
    if (evidence instanceof SecurityEvidence.Owner owner) {
      return json.put("found", owner.found()).put("wanted", owner.wanted());
    }
    if (evidence instanceof SecurityEvidence.Mode mode) {
      return json.put("found", octal(mode.found())).put("wanted", octal(mode.wanted()));
    }
    if (evidence instanceof SecurityEvidence.Acl acl) {
      return putAcl(json, acl.acl());
    }
    if (evidence instanceof SecurityEvidence.Links links) {
      return json.put("found", links.found()).put("wanted", 1);
    }
    if (evidence instanceof SecurityEvidence.ObjectType type) {
      AuditedObject.Type wanted = type.wanted();
      return json.put("found", lower(type.found()))
          .put("wanted", wanted == null ? MANAGED : lower(wanted));
    }
    if (evidence instanceof SecurityEvidence.Mount mount) {
      return json.put("found", mount(mount.foundDev(), mount.foundMount()))
          .put("wanted", mount(mount.wantedDev(), mount.wantedMount()));
    }
    if (evidence instanceof SecurityEvidence.UndecodableName name) {
      return json.put("found", name.bytes());
    }
    Integer errno = ((SecurityEvidence.Unreadable) evidence).errno();
    return errno == null ? json : json.put("errno", errno);
  }

  private static JsonObject mount(long dev, long mount) {
    return new JsonObject().put("dev", Long.toString(dev)).put("mount", Long.toString(mount));
  }

  static JsonObject putAcl(JsonObject json, @Nullable AclEvidence acl) {
    return acl == null
        ? json
        : json.put("operation", lower(acl.operation())).put("attribute", lower(acl.attribute()));
  }

  private static String octal(int mode) {
    return String.format("%04o", mode);
  }

  // ---- reading ----

  static SecurityReport report(StrictFields in) {
    version(in);
    return new SecurityReport(
        in.objects("findings", SecurityJson::finding),
        in.number("entries", 0, Long.MAX_VALUE),
        in.flag("truncated"));
  }

  static RepairReport repairReport(StrictFields in) {
    version(in);
    return new RepairReport(in.objects("results", SecurityJson::result));
  }

  private static void version(StrictFields in) {
    in.number("schemaVersion", VERSION, VERSION);
  }

  private static RepairResult result(StrictFields in) {
    return new RepairResult(
        in.object("finding", SecurityJson::finding),
        in.constant("action", RepairResult.Action.class),
        in.has("code") ? in.constant("code", ErrorCode.class) : null,
        in.has("operation") || in.has("attribute") ? acl(in) : null);
  }

  private static SecurityFinding finding(StrictFields in) {
    ErrorCode code = in.constant("code", ErrorCode.class);
    SecurityEvidence evidence = evidence(in.constant("kind", Kind.class), code, in);
    if (evidence.code() != code) {
      throw new IllegalArgumentException("the code does not fit the kind");
    }
    return new SecurityFinding(
        in.text("path"),
        in.flag("exactPath"),
        in.has("object") ? in.object("object", SecurityJson::object) : null,
        evidence);
  }

  private static AuditedObject object(StrictFields in) {
    return new AuditedObject(
        in.constant("type", AuditedObject.Type.class),
        in.decimal("dev"),
        in.decimal("ino"),
        in.has("birthNs") ? in.decimal("birthNs") : null);
  }

  private static SecurityEvidence evidence(Kind kind, ErrorCode code, StrictFields in) {
    return switch (kind) {
      case OWNER -> new SecurityEvidence.Owner(uid(in, "found"), uid(in, "wanted"));
      case MODE -> new SecurityEvidence.Mode(mode(in, "found"), mode(in, "wanted"));
      case ACL -> new SecurityEvidence.Acl(code, acl(in));
      case LINKS -> {
        in.number("wanted", 1, 1);
        yield new SecurityEvidence.Links(in.number("found", 2, Long.MAX_VALUE));
      }
      case TYPE ->
          new SecurityEvidence.ObjectType(
              in.constant("found", AuditedObject.Type.class),
              in.text("wanted").equals(MANAGED)
                  ? null
                  : in.constant("wanted", AuditedObject.Type.class));
      case MOUNT -> {
        long[] found = in.object("found", SecurityJson::mount);
        long[] wanted = in.object("wanted", SecurityJson::mount);
        yield new SecurityEvidence.Mount(found[0], found[1], wanted[0], wanted[1]);
      }
      case NAME -> new SecurityEvidence.UndecodableName(in.text("found"));
      case UNREADABLE ->
          new SecurityEvidence.Unreadable(
              code, in.has("errno") ? (int) in.number("errno", 1, Integer.MAX_VALUE) : null);
    };
  }

  private static long[] mount(StrictFields in) {
    return new long[] {in.decimal("dev"), in.decimal("mount")};
  }

  static AclEvidence acl(StrictFields in) {
    return new AclEvidence(
        in.constant("operation", AclEvidence.Operation.class),
        in.constant("attribute", AclEvidence.Attribute.class));
  }

  private static int uid(StrictFields in, String key) {
    return (int) in.number(key, Integer.MIN_VALUE, Integer.MAX_VALUE);
  }

  private static int mode(StrictFields in, String key) {
    String text = in.text(key);
    if (!OCTAL.matcher(text).matches()) {
      throw new IllegalArgumentException("the mode is not octal");
    }
    return Integer.parseInt(text, 8);
  }
}
