package dev.holdfast;

import dev.holdfast.AclEvidence.Attribute;
import dev.holdfast.AclEvidence.Operation;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Reports of audits and repairs, arbitrary but possible. */
final class SecurityReports {
  static final List<ErrorCode> ACL_CODES =
      List.of(
          ErrorCode.ACL_DENIED,
          ErrorCode.ACL_IO_ERROR,
          ErrorCode.ACL_PRESENT,
          ErrorCode.ACL_MALFORMED,
          ErrorCode.ACL_UNKNOWN);

  private SecurityReports() {}

  private static Arbitrary<String> paths() {
    return Arbitraries.of(
            "a", "a b", "\u00e9", "\ud83d\ude00", ".holdfast", "x\\xff", "n".repeat(255))
        .list()
        .ofMinSize(1)
        .ofMaxSize(4)
        .map(names -> String.join("/", names));
  }

  private static AuditedObject object(AuditedObject.Type type, long dev) {
    return new AuditedObject(type, dev, Long.MAX_VALUE, null);
  }

  private static Arbitrary<AuditedObject> objects(AuditedObject.Type... types) {
    return Combinators.combine(
            Arbitraries.of(types),
            Arbitraries.longs(),
            Arbitraries.longs(),
            Arbitraries.longs().injectNull(0.3))
        .as(AuditedObject::new);
  }

  private static SecurityFinding finding(
      String path, AuditedObject object, SecurityEvidence evidence) {
    return new SecurityFinding(path, true, object, evidence);
  }

  static Arbitrary<SecurityFinding> findings() {
    return Arbitraries.oneOf(
        List.of(owners(), modes(), acls(), links(), types(), mounts(), names(), unreadable()));
  }

  private static Arbitrary<SecurityFinding> owners() {
    return Combinators.combine(
            paths(), objects(AuditedObject.Type.values()), Arbitraries.integers())
        .as(
            (path, object, uid) ->
                finding(path, object, new SecurityEvidence.Owner(uid, uid == 0 ? 1 : 0)));
  }

  private static Arbitrary<SecurityFinding> modes() {
    return Combinators.combine(
            paths(),
            objects(AuditedObject.Type.FILE, AuditedObject.Type.DIRECTORY),
            Arbitraries.integers().between(0, 07777).filter(mode -> mode != 0600 && mode != 0700))
        .as(
            (path, object, mode) ->
                finding(
                    path,
                    object,
                    new SecurityEvidence.Mode(
                        mode, object.type() == AuditedObject.Type.FILE ? 0600 : 0700)));
  }

  private static Arbitrary<SecurityFinding> acls() {
    return Combinators.combine(
            paths(),
            objects(AuditedObject.Type.DIRECTORY),
            Arbitraries.of(ACL_CODES),
            Arbitraries.of(Attribute.class))
        .as(
            (path, object, code, attribute) ->
                finding(
                    path,
                    object,
                    new SecurityEvidence.Acl(code, new AclEvidence(Operation.QUERY, attribute))));
  }

  private static Arbitrary<SecurityFinding> links() {
    return Combinators.combine(
            paths(),
            objects(AuditedObject.Type.FILE),
            Arbitraries.longs().between(2, Long.MAX_VALUE))
        .as((path, object, found) -> finding(path, object, new SecurityEvidence.Links(found)));
  }

  private static Arbitrary<SecurityFinding> types() {
    return Combinators.combine(paths(), Arbitraries.of(AuditedObject.Type.class))
        .as(
            (path, type) ->
                finding(
                    path,
                    object(type, 1),
                    new SecurityEvidence.ObjectType(
                        type,
                        switch (type) {
                          case FILE -> AuditedObject.Type.DIRECTORY;
                          case DIRECTORY -> AuditedObject.Type.FILE;
                          default -> null;
                        })));
  }

  private static Arbitrary<SecurityFinding> mounts() {
    return Combinators.combine(paths(), Arbitraries.longs(), Arbitraries.longs())
        .as(
            (path, dev, mount) ->
                finding(
                    path,
                    object(AuditedObject.Type.DIRECTORY, dev),
                    new SecurityEvidence.Mount(dev, mount, dev, mount == 0 ? 5 : 0)));
  }

  private static Arbitrary<SecurityFinding> names() {
    return Arbitraries.of("ff", "78ff", "c3".repeat(255))
        .map(
            bytes ->
                new SecurityFinding(
                    "a/\\xff",
                    false,
                    object(AuditedObject.Type.FILE, 1),
                    new SecurityEvidence.UndecodableName(bytes)));
  }

  private static Arbitrary<SecurityFinding> unreadable() {
    return Combinators.combine(
            paths(),
            objects(AuditedObject.Type.values()).injectNull(0.5),
            Arbitraries.integers().between(1, 4095),
            Arbitraries.of(
                ErrorCode.PERMISSION_DENIED, ErrorCode.IO_ERROR, ErrorCode.CHANGED_CONCURRENTLY))
        .as(
            (path, object, errno, code) ->
                finding(
                    path,
                    object,
                    new SecurityEvidence.Unreadable(
                        code, code == ErrorCode.CHANGED_CONCURRENTLY ? null : errno)));
  }

  static Arbitrary<SecurityReport> reports() {
    return Combinators.combine(
            findings().list().ofMaxSize(5),
            Arbitraries.longs().between(5, Long.MAX_VALUE),
            Arbitraries.of(true, false))
        .as(SecurityReport::new);
  }

  static Arbitrary<RepairReport> repairs() {
    return Combinators.combine(
            findings(),
            Arbitraries.of(RepairResult.Action.class),
            Arbitraries.of(ErrorCode.class),
            Arbitraries.of(Operation.class),
            Arbitraries.of(Attribute.class))
        .as(SecurityReports::result)
        .list()
        .ofMaxSize(5)
        .map(RepairReport::new);
  }

  private static RepairResult result(
      SecurityFinding finding,
      RepairResult.Action action,
      ErrorCode code,
      Operation operation,
      Attribute attribute) {
    boolean failed = action == RepairResult.Action.REFUSED || action == RepairResult.Action.FAILED;
    if (finding.repairable() && !failed) {
      return new RepairResult(finding, action, null, null);
    }
    boolean found = code == ErrorCode.ACL_PRESENT || code == ErrorCode.ACL_MALFORMED;
    return new RepairResult(
        finding,
        finding.repairable() ? action : RepairResult.Action.REFUSED,
        code,
        ACL_CODES.contains(code)
            ? new AclEvidence(found ? Operation.QUERY : operation, attribute)
            : null);
  }
}
