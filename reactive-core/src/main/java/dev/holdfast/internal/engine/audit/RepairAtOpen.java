package dev.holdfast.internal.engine.audit;

import dev.holdfast.AclEvidence;
import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.RepairResult;
import dev.holdfast.RepairResult.Action;
import dev.holdfast.SecurityEvidence;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.root.RootOpener;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Repairs a whole tree before the store in it is opened, until an audit finds nothing. If the first
 * look shows something that may not be repaired, nothing is changed.
 */
public final class RepairAtOpen implements RootOpener.Repairing {
  /** Others may be at work in the tree, and what they move away is found at its next place. */
  private static final int ATTEMPTS = 4;

  /** Repairs of any root. */
  public RepairAtOpen() {}

  @Override
  public RepairReport run(Sys sys, Fd dir, Binding binding) throws Problem, SysException {
    Ground ground = new Ground(sys, new OwnerOnly(sys), dir, true, binding);
    List<RepairResult> done = new ArrayList<>();
    for (int attempt = 1; ; attempt++) {
      SecurityReport report = new Audit(ground).ofTree(new AuditOptions(), progress -> {});
      boolean last = attempt == ATTEMPTS;
      Optional<SecurityFinding> refused =
          report.findings().stream().filter(finding -> last || isHopeless(finding)).findFirst();
      if (refused.isPresent()) {
        throw problem(refused.get());
      }
      if (report.truncated()) {
        throw new Problem(
            ErrorCode.CAPACITY_EXCEEDED,
            "expected a tree within the default limits of an audit, found more than "
                + report.entries()
                + " objects, "
                + report.findings().size()
                + " faults or "
                + AuditOptions.DEFAULT_MAX_DEPTH
                + " names deep (repair it with other limits: open it with apply, then verifyTree and"
                + " repair)");
      }
      if (report.clean()) {
        return new RepairReport(done);
      }
      RepairReport repaired = new Repair(ground).run(report, new RepairOptions());
      done.addAll(repaired.results());
      for (RepairResult result : repaired.results()) {
        if (result.action() == Action.FAILED) {
          throw problem(result);
        }
      }
    }
  }

  /** Whether looking once more cannot help. */
  private static boolean isHopeless(SecurityFinding finding) {
    return !finding.repairable() && finding.code() != ErrorCode.CHANGED_CONCURRENTLY;
  }

  private static Problem problem(SecurityFinding finding) {
    AclEvidence acl = finding.evidence() instanceof SecurityEvidence.Acl a ? a.acl() : null;
    return problem(finding.code(), finding.describe(), acl);
  }

  private static Problem problem(RepairResult result) {
    ErrorCode code = Objects.requireNonNull(result.code(), "a failure has a code");
    return problem(code, result.finding().describe() + "; repairing it failed", result.acl());
  }

  private static Problem problem(ErrorCode code, String text, @Nullable AclEvidence acl) {
    return acl == null ? new Problem(code, text) : Problem.ofAcl(code, text, acl, null);
  }
}
