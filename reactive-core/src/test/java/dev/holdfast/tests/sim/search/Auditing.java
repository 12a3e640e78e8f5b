package dev.holdfast.tests.sim.search;

import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairResult;
import dev.holdfast.SecurityEvidence.Kind;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.List;

/** Audits of a store in which one file is open to others, and repairs of it. */
final class Auditing {
  private final Client client;
  private final String wide;

  /**
   * Audits.
   *
   * @param client who does it
   * @param wide the one file that may be open to others
   */
  Auditing(Client client, String wide) {
    this.client = client;
    this.wide = wide;
  }

  void perform(Operation operation) {
    client.attempt(
        operation,
        op -> {
          SecurityReport report = verify();
          if (op.kind == Operation.Kind.REPAIR) {
            repair(op, report);
          }
          return null;
        });
    if (operation.said == Said.REFUSED) {
      operation.said = Said.NOT_DONE;
    }
  }

  private SecurityReport verify() {
    SimEntry before = entry();
    SecurityReport report = client.handle().verifyTree(new AuditOptions(), progress -> {});
    SimEntry after = entry();
    for (SecurityFinding finding : report.findings()) {
      if (!finding.path().equals(wide) && !isUnreadable(finding)) {
        throw new Violation("an audit tells what is wrong, and nothing else", finding.toString());
      }
    }
    boolean wasThere = isWide(before) && isWide(after) && before.number() == after.number();
    if (wasThere && report.findings().isEmpty()) {
      throw new Violation("an audit tells what is wrong, and nothing else", wide + " is missing");
    }
    return report;
  }

  private void repair(Operation operation, SecurityReport report) {
    List<RepairResult> results = client.handle().repair(report, new RepairOptions()).results();
    operation.repaired =
        !results.isEmpty()
            && results.stream()
                .allMatch(
                    result ->
                        result.action() == RepairResult.Action.REPAIRED
                            || result.action() == RepairResult.Action.ALREADY_RIGHT);
    operation.text = results.toString();
  }

  private SimEntry entry() {
    return client.process().kernel().entry(World.inRoot(wide));
  }

  /** Whether others have, or may get, access to an object. */
  static boolean isWide(SimEntry entry) {
    return entry != null && (entry.mode() != 0600 || entry.hasAcl());
  }

  /** Nobody could look, which is no fault of the object. */
  private static boolean isUnreadable(SecurityFinding finding) {
    return finding.kind() == Kind.UNREADABLE
        || (finding.kind() == Kind.ACL
            && finding.code() != ErrorCode.ACL_PRESENT
            && finding.code() != ErrorCode.ACL_MALFORMED);
  }
}
