package dev.holdfast.internal.engine.audit;

import dev.holdfast.AuditOptions;
import dev.holdfast.AuditProgress;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What an audit has found so far, and how much of its limits is left. */
final class Tally {
  private final long maxEntries;
  private final int maxFindings;
  private final Consumer<AuditProgress> progress;
  private final List<SecurityFinding> findings = new ArrayList<>();
  private long entries;
  private boolean truncated;
  private boolean stopped;

  Tally(AuditOptions options, Consumer<AuditProgress> progress) {
    this.maxEntries = options.getMaxEntries();
    this.maxFindings = options.getMaxFindings();
    this.progress = progress;
  }

  /** Whether one more object may be looked at, with so many others waiting; else it is left out. */
  boolean hasRoom(long waiting) {
    if (stopped || entries + waiting >= maxEntries) {
      truncated = true;
      return false;
    }
    return true;
  }

  /** Counts an object. */
  void looked() {
    entries++;
    if (entries % AuditOptions.PROGRESS_STEP == 0) {
      progress.accept(new AuditProgress(entries, findings.size()));
    }
  }

  void found(SecurityFinding finding) {
    if (findings.size() == maxFindings) {
      truncated = true;
      stopped = true;
      return;
    }
    findings.add(finding);
  }

  /** Something that is there was not looked at. */
  void leftOut() {
    truncated = true;
  }

  /** Whether it makes no sense to go on. */
  boolean stopped() {
    return stopped;
  }

  SecurityReport report() {
    return new SecurityReport(findings, entries, truncated);
  }
}
