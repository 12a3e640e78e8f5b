package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.RepairResult;
import dev.holdfast.SecurityEvidence.Kind;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of an audit and of a repair, made to fail in every plausible way. */
class AuditSweepTest {
  private static final List<String> FAULTY = List.of("a/b/open", "a/b/wide");

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  private static void plant(TestRoot root) throws Exception {
    root.handle().ensureDirectory("a/b/open");
    root.publish("a/b/wide", "text");
    root.publish("a/right", "text");
    root.handle().ensureDirectory("a/b/c/d/e/f/g/h/i/j/k");
    Disk.chmod(root.path().resolve("a/b/open"), 0755);
    Files.setAttribute(root.path().resolve("a/b/wide"), "unix:mode", 0644);
  }

  private static SecurityReport audit(StoreHandle handle) {
    return handle.verifyTree(new AuditOptions(), progress -> {});
  }

  private static void checkFailure(Sweep.Result<?> result) {
    ErrorCode code = ((StoreException) result.thrown()).code();
    assertThat(Faults.explains(code, result.call().name(), result.fault().errno()))
        .as("code " + code)
        .isTrue();
  }

  @Test
  void anAuditTellsWhatItCouldNotLookAt() throws Exception {
    new Sweep<SecurityReport>(temp) {
      @Override
      void prepare(TestRoot root) throws Exception {
        plant(root);
      }

      @Override
      SecurityReport run(StoreHandle handle) {
        return audit(handle);
      }

      @Override
      void check(Result<SecurityReport> result) {
        assertThat(result.added()).isEmpty();
        if (!result.succeeded()) {
          checkFailure(result);
          return;
        }
        SecurityReport report = result.value();
        List<String> modes =
            report.findings().stream()
                .filter(finding -> finding.kind() == Kind.MODE)
                .map(SecurityFinding::path)
                .sorted()
                .toList();
        assertThat(FAULTY).containsAll(modes);
        boolean told =
            report.findings().stream()
                .anyMatch(
                    finding -> finding.kind() == Kind.UNREADABLE || finding.kind() == Kind.ACL);
        boolean vanished = result.fault().errno() == Errno.ENOENT;
        assertThat(told || vanished || modes.equals(FAULTY)).as("told " + report).isTrue();
      }
    }.runAll("verifyTree");
  }

  @Test
  void aRepairSaysOnlyWhatItDid() throws Exception {
    new Sweep<RepairReport>(temp) {
      private SecurityReport found = new SecurityReport(List.of(), 0, false);

      @Override
      void prepare(TestRoot root) throws Exception {
        plant(root);
        found = audit(root.handle());
        assertThat(found.findings()).hasSize(FAULTY.size());
      }

      @Override
      RepairReport run(StoreHandle handle) {
        return handle.repair(found, new RepairOptions());
      }

      @Override
      void check(Result<RepairReport> result) throws Exception {
        assertThat(result.added()).isEmpty();
        if (!result.succeeded()) {
          checkFailure(result);
          assertThat(audit(result.root().handle()).findings()).hasSize(FAULTY.size());
          return;
        }
        for (RepairResult each : result.value().results()) {
          checkResult(result, each);
        }
        RepairReport again =
            result.root().handle().repair(audit(result.root().handle()), new RepairOptions());
        assertThat(again.complete()).isTrue();
        assertThat(audit(result.root().handle()).clean()).isTrue();
      }

      private void checkResult(Result<RepairReport> result, RepairResult each) throws Exception {
        boolean directory = each.finding().path().endsWith("open");
        int mode = Disk.mode(result.root().path().resolve(each.finding().path()));
        switch (each.action()) {
          case REPAIRED -> assertThat(mode).isEqualTo(directory ? 0700 : 0600);
          case REFUSED -> assertThat(mode).isEqualTo(directory ? 0755 : 0644);
          case FAILED -> assertThat(mode).isIn(0700, 0755, 0600, 0644);
          default -> throw new AssertionError(each.toString());
        }
        if (each.code() != null) {
          boolean unproven =
              each.code() == ErrorCode.DURABILITY_NOT_PROVABLE
                  && result.call().name().equals("sync");
          assertThat(
                  unproven
                      || Faults.explains(each.code(), result.call().name(), result.fault().errno()))
              .as(each.toString())
              .isTrue();
        }
      }
    }.runAll("repair");
  }
}
