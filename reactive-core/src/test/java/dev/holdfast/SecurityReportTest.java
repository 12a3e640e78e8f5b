package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.AclEvidence.Attribute;
import dev.holdfast.AclEvidence.Operation;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which reports exist, and that JSON neither loses nor adds any. */
class SecurityReportTest {
  private static final AuditedObject FILE =
      new AuditedObject(AuditedObject.Type.FILE, 1, 2, 1_700_000_000_000_000_001L);
  private static final AuditedObject DIRECTORY =
      new AuditedObject(AuditedObject.Type.DIRECTORY, 1, 3, null);
  private static final AclEvidence QUERY = new AclEvidence(Operation.QUERY, Attribute.ACCESS);
  private static final AclEvidence CLEAR = new AclEvidence(Operation.CLEAR, Attribute.ACCESS);
  private static final SecurityFinding MODE =
      new SecurityFinding("a/b", true, FILE, new SecurityEvidence.Mode(0644, 0600));
  private static final SecurityFinding LINKS =
      new SecurityFinding("a/c", true, FILE, new SecurityEvidence.Links(2));

  @Provide
  Arbitrary<SecurityReport> reports() {
    return SecurityReports.reports();
  }

  @Provide
  Arbitrary<RepairReport> repairs() {
    return SecurityReports.repairs();
  }

  // ---- JSON ----

  @Property
  void aReportSurvivesJson(@ForAll("reports") SecurityReport report) {
    JsonObject json = report.toJson();
    assertThat(SecurityReport.fromJson(json)).isEqualTo(report);
    assertThat(SecurityReport.fromJson(new JsonObject(json.encode()))).isEqualTo(report);
  }

  @Property
  void aRepairReportSurvivesJson(@ForAll("repairs") RepairReport report) {
    assertThat(RepairReport.fromJson(new JsonObject(report.toJson().encode()))).isEqualTo(report);
  }

  @Property(tries = 200)
  void nothingMayBeMissingUnknownOrOfAnotherType(@ForAll("reports") SecurityReport report) {
    checkStrict(report.toJson(), SecurityReport::fromJson);
  }

  @Property(tries = 200)
  void norInARepairReport(@ForAll("repairs") RepairReport report) {
    checkStrict(report.toJson(), RepairReport::fromJson);
  }

  /** Changes each place of the value in each way, one at a time. */
  private static void checkStrict(JsonObject value, Consumer<JsonObject> reader) {
    int places = objects(value).size();
    for (int place = 0; place < places; place++) {
      List<String> keys = List.copyOf(objects(value).get(place).fieldNames());
      refused(value, place, reader, object -> object.put("more", 1));
      for (String key : keys) {
        if (!key.equals("birthNs") && !key.equals("object")) {
          refused(value, place, reader, object -> object.remove(key));
        }
        refused(value, place, reader, object -> object.putNull(key));
        refused(value, place, reader, object -> object.put(key, 1.5));
        refused(value, place, reader, object -> object.put(key, "nothing of that kind\0"));
        refused(value, place, reader, object -> object.put(key, new JsonArray().add(1)));
      }
    }
  }

  private static void refused(
      JsonObject value, int place, Consumer<JsonObject> reader, Consumer<JsonObject> change) {
    JsonObject changed = value.copy();
    change.accept(objects(changed).get(place));
    assertThatThrownBy(() -> reader.accept(changed))
        .as(changed.encode())
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
  }

  /** All objects in a value, always in the same order. */
  private static List<JsonObject> objects(Object value) {
    List<JsonObject> objects = new ArrayList<>();
    if (value instanceof JsonObject object) {
      objects.add(object);
      object.fieldNames().forEach(key -> objects.addAll(objects(object.getValue(key))));
    } else if (value instanceof JsonArray array) {
      for (int i = 0; i < array.size(); i++) {
        objects.addAll(objects(array.getValue(i)));
      }
    }
    return objects;
  }

  @Test
  void theFormIsThis() {
    SecurityFinding acl =
        new SecurityFinding(
            "d", true, DIRECTORY, new SecurityEvidence.Acl(ErrorCode.ACL_PRESENT, QUERY));
    assertThat(new SecurityReport(List.of(MODE, acl), 12, true).toJson())
        .isEqualTo(
            new JsonObject(
                """
                {"schemaVersion": 1, "entries": 12, "truncated": true, "findings": [
                  {"path": "a/b", "exactPath": true,
                   "object": {"type": "file", "dev": "1", "ino": "2",
                              "birthNs": "1700000000000000001"},
                   "kind": "mode", "code": "mode_mismatch", "found": "0644", "wanted": "0600"},
                  {"path": "d", "exactPath": true,
                   "object": {"type": "directory", "dev": "1", "ino": "3"},
                   "kind": "acl", "code": "acl_present",
                   "operation": "query", "attribute": "access"}]}
                """));
  }

  private static void notRead(JsonObject json) {
    assertThatThrownBy(() -> SecurityReport.fromJson(json)).isInstanceOf(RequestException.class);
  }

  private static JsonObject changed(SecurityFinding finding, Consumer<JsonObject> change) {
    JsonObject json = new SecurityReport(List.of(finding), 1, false).toJson();
    change.accept(json.getJsonArray("findings").getJsonObject(0));
    return json;
  }

  @Test
  void anImpossibleCombinationIsNotRead() {
    notRead(changed(MODE, finding -> finding.put("wanted", "0644")));
    notRead(changed(MODE, finding -> finding.put("wanted", "0700")));
    notRead(changed(MODE, finding -> finding.put("code", "owner_mismatch")));
    notRead(changed(MODE, finding -> finding.put("kind", "acl")));
    notRead(changed(MODE, finding -> finding.put("operation", "query").put("attribute", "access")));
    notRead(changed(MODE, finding -> finding.put("path", "../a")));
    notRead(changed(MODE, finding -> finding.put("path", "/a")));
    notRead(changed(MODE, finding -> finding.remove("object")));
    SecurityFinding acl =
        new SecurityFinding("f", true, FILE, new SecurityEvidence.Acl(ErrorCode.ACL_DENIED, QUERY));
    notRead(changed(acl, finding -> finding.put("operation", "clear")));
    notRead(changed(acl, finding -> finding.put("attribute", "default")));
    notRead(changed(acl, finding -> finding.put("code", "acl_unavailable")));
    notRead(new SecurityReport(List.of(), 0, false).toJson().put("schemaVersion", 2));
    notRead(new SecurityReport(List.of(MODE), 1, false).toJson().put("entries", 0));
  }

  // ---- what exists ----

  private static void impossible(ThrowingCallable constructor) {
    assertThatIllegalArgumentException().isThrownBy(constructor);
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void aclEvidenceBelongsToTheFiveCodes(@ForAll ErrorCode code, @ForAll Operation operation) {
    boolean acl = SecurityReports.ACL_CODES.contains(code);
    assertThat(AclEvidence.belongsTo(code)).isEqualTo(acl);
    AclEvidence evidence = new AclEvidence(operation, Attribute.ACCESS);
    boolean looked = operation == Operation.QUERY;
    assertThat(exists(() -> new SecurityEvidence.Acl(code, evidence))).isEqualTo(acl && looked);
    boolean found = code == ErrorCode.ACL_PRESENT || code == ErrorCode.ACL_MALFORMED;
    assertThat(exists(() -> new RepairResult(MODE, RepairResult.Action.FAILED, code, evidence)))
        .isEqualTo(acl && (looked || !found));
    assertThat(exists(() -> new RepairResult(MODE, RepairResult.Action.FAILED, code, null)))
        .isEqualTo(!acl);
  }

  private static boolean exists(ThrowingCallable constructor) {
    try {
      constructor.call();
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void onlyWhatIsNotRepairedHasACode(@ForAll RepairResult.Action action) {
    boolean failed = action == RepairResult.Action.REFUSED || action == RepairResult.Action.FAILED;
    assertThat(exists(() -> new RepairResult(MODE, action, null, null))).isEqualTo(!failed);
    assertThat(exists(() -> new RepairResult(MODE, action, ErrorCode.NOT_FOUND, null)))
        .isEqualTo(failed);
    assertThat(exists(() -> new RepairResult(LINKS, action, ErrorCode.HARD_LINK, null)))
        .as("a hard link is refused, and nothing else")
        .isEqualTo(action == RepairResult.Action.REFUSED);
  }

  @Test
  void evidenceIsAFault() {
    impossible(() -> new SecurityEvidence.Owner(7, 7));
    impossible(() -> new SecurityEvidence.Mode(0600, 0600));
    impossible(() -> new SecurityEvidence.Mode(010000, 0600));
    impossible(() -> new SecurityEvidence.Mode(0600, 0640));
    impossible(() -> new SecurityEvidence.Links(1));
    impossible(() -> new SecurityEvidence.ObjectType(AuditedObject.Type.FILE, null));
    impossible(
        () ->
            new SecurityEvidence.ObjectType(
                AuditedObject.Type.DIRECTORY, AuditedObject.Type.DIRECTORY));
    impossible(
        () -> new SecurityEvidence.ObjectType(AuditedObject.Type.FILE, AuditedObject.Type.FIFO));
    impossible(() -> new SecurityEvidence.Mount(1, 2, 1, 2));
    impossible(() -> new SecurityEvidence.UndecodableName("FF"));
    impossible(() -> new SecurityEvidence.UndecodableName(""));
    impossible(() -> new SecurityEvidence.Unreadable(ErrorCode.IO_ERROR, null));
    impossible(() -> new SecurityEvidence.Unreadable(ErrorCode.NOT_FOUND, 2));
    impossible(() -> new SecurityEvidence.Unreadable(ErrorCode.CHANGED_CONCURRENTLY, 2));
    impossible(() -> new SecurityEvidence.Acl(ErrorCode.ACL_DENIED, CLEAR));
  }

  @Test
  void evidenceFitsItsObject() {
    SecurityEvidence mode = new SecurityEvidence.Mode(0644, 0600);
    impossible(() -> new SecurityFinding("a", true, DIRECTORY, mode));
    impossible(() -> new SecurityFinding("a", true, null, mode));
    impossible(() -> new SecurityFinding("a", true, DIRECTORY, new SecurityEvidence.Links(2)));
    impossible(
        () ->
            new SecurityFinding(
                "a",
                true,
                FILE,
                new SecurityEvidence.Acl(
                    ErrorCode.ACL_PRESENT, new AclEvidence(Operation.QUERY, Attribute.DEFAULT))));
    impossible(
        () ->
            new SecurityFinding(
                "a", true, FILE, new SecurityEvidence.ObjectType(AuditedObject.Type.FIFO, null)));
    impossible(
        () -> new SecurityFinding("a", true, FILE, new SecurityEvidence.UndecodableName("ff")));
    impossible(() -> new SecurityReport(List.of(MODE), 0, false));
    impossible(() -> new SecurityReport(List.of(), -1, false));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a", "a/", "a//b", ".", "..", "a/../b", "a\0"})
  void aPathIsRelative(String path) {
    impossible(() -> new SecurityFinding(path, true, FILE, new SecurityEvidence.Mode(0644, 0600)));
  }

  @Test
  void aReportIsCleanOnlyIfItIsWhole() {
    assertThat(new SecurityReport(List.of(), 5, false).clean()).isTrue();
    assertThat(new SecurityReport(List.of(), 5, true).clean()).isFalse();
    assertThat(new SecurityReport(List.of(MODE), 5, false).clean()).isFalse();
  }

  // ---- options ----

  @Test
  void limitsHaveTheirRanges() {
    impossible(() -> new AuditOptions().setMaxDepth(0));
    impossible(() -> new AuditOptions().setMaxDepth(AuditOptions.LARGEST_MAX_DEPTH + 1));
    impossible(() -> new AuditOptions().setMaxEntries(0));
    impossible(() -> new AuditOptions().setMaxFindings(0));
    impossible(() -> new AuditOptions().setMaxFindings(AuditOptions.LARGEST_MAX_FINDINGS + 1));
    impossible(() -> new RepairOptions().setMaxObjects(0));
  }

  @Test
  void optionsAreCopiedWhole() {
    AuditOptions audit =
        new AuditOptions(
            new AuditOptions()
                .setMaxDepth(2)
                .setMaxEntries(3)
                .setMaxFindings(4)
                .setProgressHandler(progress -> {}));
    assertThat(audit.getMaxDepth()).isEqualTo(2);
    assertThat(audit.getMaxEntries()).isEqualTo(3);
    assertThat(audit.getMaxFindings()).isEqualTo(4);
    assertThat(audit.getProgressHandler()).isNotNull();
    RepairOptions repair = new RepairOptions(new RepairOptions().setMaxObjects(5).setDryRun(true));
    assertThat(repair.getMaxObjects()).isEqualTo(5);
    assertThat(repair.isDryRun()).isTrue();
  }
}
