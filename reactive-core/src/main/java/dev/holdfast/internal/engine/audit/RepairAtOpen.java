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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Repairs a whole tree before the store in it is opened, until an audit finds nothing. As long as
 * there is something that may not be repaired, nothing is changed.
 */
public final class RepairAtOpen implements RootOpener.Repairing {
  /**
   * Others may be at work in the tree: what they move away is found at its next place, and what has
   * two names for a moment has one at the next look.
   */
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
      Stream<SecurityFinding> hopeless =
          report.findings().stream().filter(finding -> !finding.repairable());
      Stream<SecurityFinding> tooMany = last ? report.findings().stream() : Stream.empty();
      Optional<SecurityFinding> first = Stream.concat(hopeless, tooMany).findFirst();
      if (first.isPresent()) {
        if (last) {
          throw problem(first.get());
        }
        continue; // it may be gone at the next look, and until then nothing is changed
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
