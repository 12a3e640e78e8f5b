package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.RepairResult;
import dev.holdfast.RepairResult.Action;
import dev.holdfast.SecurityEvidence.Kind;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an audit finds, and what a repair does about it. */
class AuditTest extends RootTestCase {

  private static SecurityReport audit(StoreHandle handle) {
    return handle.verifyTree(new AuditOptions(), progress -> {});
  }

  private static List<Planted.Fault> faults(SecurityReport report) {
    return report.findings().stream().map(Planted.Fault::of).toList();
  }

  private Path outside() throws Exception {
    return Disk.directory(temp.resolve("outside"));
  }

  private static List<Planted.Fault> with(RepairReport report, Action action) {
    return report.results().stream()
        .filter(result -> result.action() == action)
        .map(RepairResult::finding)
        .map(Planted.Fault::of)
        .toList();
  }

  @Test
  void findsNothingInAStoreInUse() {
    root.publish("a/b/c", "text");
    root.replace("a/b/c", "another");
    root.publish("file", "text");
    SecurityReport report = audit(root.handle());
    assertThat(report.findings()).isEmpty();
    assertThat(report.clean()).isTrue();
    assertThat(report.entries())
        .as("the root, and everything in it")
        .isEqualTo(1 + Disk.tree(root.path()).size());
  }

  /** Whoever made it right may not have come to sync it. */
  @Test
  void whatSomebodyElseHasRepairedMeanwhileIsMadeDurableToo() throws Exception {
    root.publish("file", "text");
    root.close();
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    StoreHandle handle = rootAt(root.path(), sys).open();
    Disk.chmod(below("file"), 0640);
    SecurityReport report = audit(handle);
    Disk.chmod(below("file"), 0600);
    sys.arm(Fault.of("sync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    assertThat(handle.repair(report, new RepairOptions()).results())
        .singleElement()
        .matches(result -> result.action() == Action.FAILED)
        .matches(result -> result.code() == ErrorCode.DURABILITY_NOT_PROVABLE);
    sys.arm();
    assertThat(handle.repair(report, new RepairOptions()).results())
        .singleElement()
        .matches(result -> result.action() == Action.ALREADY_RIGHT);
  }

  @Test
  void findsEveryFaultAndNothingElseAndRepairsWhatMayBe() throws Exception {
    StoreHandle handle = root.open();
    try (Planted planted = new Planted(root.path(), outside())) {
      SecurityReport report = audit(handle);
      assertThat(faults(report)).containsExactlyInAnyOrderElementsOf(planted.all());
      assertThat(report.truncated()).isFalse();

      Map<String, String> before = planted.untouchable();
      RepairReport planned = handle.repair(report, new RepairOptions().setDryRun(true));
      assertThat(with(planned, Action.REPAIRABLE))
          .containsExactlyInAnyOrderElementsOf(planted.repairable());
      assertThat(audit(handle)).as("a dry run changes nothing").isEqualTo(report);

      RepairReport repaired = handle.repair(report, new RepairOptions());
      assertThat(with(repaired, Action.REPAIRED))
          .containsExactlyInAnyOrderElementsOf(planted.repairable());
      assertThat(with(repaired, Action.REFUSED))
          .containsExactlyInAnyOrderElementsOf(planted.refused());
      assertThat(repaired.results())
          .filteredOn(result -> result.action() == Action.REFUSED)
          .allMatch(result -> result.code() == result.finding().code());
      assertThat(planted.untouchable()).as("what is not to be repaired").isEqualTo(before);
      assertThat(below("faults/open/inside")).hasContent("faults/open/inside");

      assertThat(faults(audit(handle))).containsExactlyInAnyOrderElementsOf(planted.refused());
      assertThat(with(handle.repair(report, new RepairOptions()), Action.ALREADY_RIGHT))
          .containsExactlyInAnyOrderElementsOf(planted.repairable());
      System.out.printf(
          "audit: %d faults planted among %d entries, all found and nothing else; %d repaired,"
              + " %d refused%n",
          planted.all().size(),
          report.entries(),
          planted.repairable().size(),
          planted.refused().size());
    }
  }

  @Test
  void doesNotChangeAnything() throws Exception {
    root.open();
    try (Planted planted = new Planted(root.path(), outside())) {
      root.close();
      Disk.chmod(below(".holdfast/rescued"), 0700);
      TracingSys sys = new TracingSys(TestRoot.LINUX);
      TestRoot traced = rootAt(root.path(), sys);
      Disk.chmod(below(".holdfast/store.json"), 0600);
      StoreHandle reader = traced.openReadOnly();
      Disk.chmod(below(".holdfast/store.json"), 0640);
      Disk.chmod(below(".holdfast/rescued"), 0711);
      sys.forget();
      assertThat(faults(audit(reader))).containsExactlyInAnyOrderElementsOf(planted.all());
      assertThat(sys.below(temp).stream().map(call -> call.split(" ")[0]).distinct())
          .isSubsetOf(
              "statPath",
              "stat",
              "statName",
              "openDir",
              "openParent",
              "openFile",
              "list",
              "next",
              "aclQuery");
      assertThat(sys.below(root.path()))
          .as("opens nothing but files and directories of the root's own mount")
          .noneMatch(
              call ->
                  call.startsWith("open")
                      && call.matches(
                          ".*faults/(symlink|dangling|fifo|socket|device|theirs|mount|bind.*)"));
    }
  }

  @Test
  void findsAWidenedRoot() throws Exception {
    root.publish("file", "text");
    Disk.chmod(root.path(), 0750);
    for (SecurityReport report :
        List.of(audit(root.handle()), root.handle().verifyRootSecurity())) {
      assertThat(faults(report)).containsExactly(new Planted.Fault("", Kind.MODE, "0750"));
    }
    assertThat(
            root.handle()
                .repair(root.handle().verifyRootSecurity(), new RepairOptions())
                .complete())
        .isTrue();
    assertThat(Disk.mode(root.path())).isEqualTo(0700);
    assertThat(root.read("file")).isEqualTo("text");
  }

  @Test
  void looksAtTheStoresOwnPlacesOnlyIfAskedForTheRoot() throws Exception {
    root.publish("wide", "text");
    Disk.chmod(below("wide"), 0644);
    assertThat(root.handle().verifyRootSecurity().clean()).isTrue();
    Disk.chmod(below(".holdfast"), 0701);
    Disk.chmod(below(".holdfast/staging"), 0770);
    Disk.chmod(below(".holdfast/commit.lock"), 0666);
    SecurityReport report = root.handle().verifyRootSecurity();
    assertThat(faults(report))
        .containsExactlyInAnyOrder(
            new Planted.Fault(".holdfast", Kind.MODE, "0701"),
            new Planted.Fault(".holdfast/staging", Kind.MODE, "0770"),
            new Planted.Fault(".holdfast/commit.lock", Kind.MODE, "0666"));
    assertThat(report.entries()).isEqualTo(6);
    assertThat(root.handle().repair(report, new RepairOptions()).complete()).isTrue();
    assertThat(root.handle().verifyRootSecurity().clean()).isTrue();
  }

  @Test
  void looksAtAPlainDirectory() throws Exception {
    Disk.directory(root.path());
    Disk.chmod(Disk.file(below("file"), "text"), 0604);
    StoreHandle reader = root.openReadOnly();
    assertThat(reader.verifyRootSecurity().entries()).isEqualTo(1);
    assertThat(reader.verifyRootSecurity().clean()).isTrue();
    assertThat(faults(audit(reader))).containsExactly(new Planted.Fault("file", Kind.MODE, "0604"));
    Failures.request(
        ErrorCode.READ_ONLY_HANDLE, () -> reader.repair(audit(reader), new RepairOptions()));
    assertThat(Disk.mode(below("file"))).isEqualTo(0604);
  }

  @Test
  void tellsThatTheStoresOwnDirectoryIsNone() throws Exception {
    root.open();
    Files.move(below(".holdfast"), temp.resolve("away"));
    Disk.file(below(".holdfast"), "text");
    SecurityReport report = root.handle().verifyRootSecurity();
    assertThat(report.findings()).hasSize(1);
    assertThat(report.findings().get(0).code()).isEqualTo(ErrorCode.NOT_DIRECTORY);
    assertThat(report.findings().get(0).path()).isEqualTo(".holdfast");
  }

  @Test
  void tellsSeveralFaultsOfOneObjectAndRepairsThemTogether() throws Exception {
    root.publish("file", "text");
    Acls.grantOther(below("file"));
    SecurityReport report = audit(root.handle());
    assertThat(faults(report))
        .containsExactly(
            new Planted.Fault("file", Kind.MODE, "0770"),
            new Planted.Fault("file", Kind.ACL, "ACL_PRESENT QUERY ACCESS"));
    RepairReport repaired = root.handle().repair(report, new RepairOptions());
    assertThat(with(repaired, Action.REPAIRED)).hasSize(2);
    assertThat(Disk.mode(below("file"))).isEqualTo(0600);
    assertThat(Acls.fileHasNone(below("file"))).isTrue();
  }

  @Test
  void doesNotRepairAFileWithAnotherName() throws Exception {
    root.publish("file", "text");
    Files.createLink(outside().resolve("other"), below("file"));
    Disk.chmod(below("file"), 0644);
    RepairReport report = root.handle().repair(audit(root.handle()), new RepairOptions());
    assertThat(report.results()).hasSize(2);
    assertThat(report.results()).allMatch(result -> result.code() == ErrorCode.HARD_LINK);
    assertThat(Disk.mode(below("file"))).isEqualTo(0644);
  }

  @Test
  void repairsNoMoreThanItMay() throws Exception {
    for (String name : List.of("a", "b", "c")) {
      root.publish(name, "text");
      Disk.chmod(below(name), 0644);
    }
    RepairReport report =
        root.handle().repair(audit(root.handle()), new RepairOptions().setMaxObjects(2));
    assertThat(with(report, Action.REPAIRED)).hasSize(2);
    assertThat(with(report, Action.SKIPPED)).hasSize(1);
    assertThat(report.complete()).isFalse();
    assertThat(audit(root.handle()).findings()).hasSize(1);
  }

  @Test
  void repairsAFileThatWasWrittenSince() throws Exception {
    root.publish("file", "text");
    Disk.chmod(below("file"), 0644);
    SecurityReport report = audit(root.handle());
    Files.writeString(below("file"), "more text");
    assertThat(root.handle().repair(report, new RepairOptions()).complete()).isTrue();
    assertThat(root.read("file")).isEqualTo("more text");
  }

  @Test
  void reportsSurviveJson() throws Exception {
    root.open();
    try (Planted planted = new Planted(root.path(), outside())) {
      SecurityReport report = audit(root.handle());
      SecurityReport again = SecurityReport.fromJson(report.toJson());
      assertThat(again).isEqualTo(report);
      RepairReport repaired = root.handle().repair(again, new RepairOptions());
      assertThat(with(repaired, Action.REPAIRED))
          .containsExactlyInAnyOrderElementsOf(planted.repairable());
      assertThat(RepairReport.fromJson(repaired.toJson())).isEqualTo(repaired);
    }
  }

  @Test
  void leavesOutWhatVanishesMeanwhile() throws Exception {
    for (String name : List.of("dir/a", "dir/b", "dir/sub/c")) {
      root.publish(name, "text");
      Disk.chmod(below(name), 0644);
    }
    root.close();
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.before("openFile", 1, () -> Files.deleteIfExists(below("dir/sub/c")));
    sys.beforeEach("aclQuery", () -> Files.deleteIfExists(below("dir/a")));
    SecurityReport report = audit(process.handle());
    assertThat(report.findings().stream().map(SecurityFinding::path)).containsOnly("dir/b");
  }

  @Test
  void isBoundToItsRoot() throws Exception {
    root.publish("file", "text");
    root.handle().assertBound();
    Disk.chmod(below("file"), 0644);
    SecurityReport report = audit(root.handle());
    Files.move(root.path(), temp.resolve("moved"));
    Disk.directory(root.path());
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> root.handle().assertBound());
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> root.handle().verifyRootSecurity());
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> audit(root.handle()));
    Failures.request(
        ErrorCode.ROOT_BINDING_CHANGED, () -> root.handle().repair(report, new RepairOptions()));
    assertThat(Disk.mode(temp.resolve("moved/file"))).isEqualTo(0644);
  }
}
