package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.RecoveryReport;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What recovery leaves alone, and what it does not cost. */
class RecoveryLimitsTest extends RootTestCase {
  private Path staging;

  @BeforeEach
  void open() {
    root.publish("file", "content");
    root.close();
    staging = below(".holdfast/staging");
  }

  @Test
  void leavesALivingEngineAlone() throws Exception {
    TestRoot living = rootAt(root.path());
    living.open();
    Path engine = StoreTree.engine(root.path());
    Path staged = Disk.file(engine.resolve("n-" + "1".repeat(32)), "on its way");
    assertThat(root.open().recovery()).isEqualTo(RecoveryReport.NOTHING);
    assertThat(staged).hasContent("on its way");
    living.replace("file", "new");
    Files.delete(staged);
  }

  @Test
  void leavesAnEngineAloneThatIsInTheMiddleOfAReplace() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot living = rootAt(root.path(), sys);
    living.open();
    sys.before("renameReplace", 1, () -> root.close(root.open()));
    living.replace("file", "new");
    assertThat(below("file")).hasContent("new");
  }

  @Test
  void leavesAnEngineAloneThatIsInTheMiddleOfARemove() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot living = rootAt(root.path(), sys);
    living.open();
    sys.after("renameNoReplace", 1, () -> root.close(root.open()));
    living.remove("file");
    assertThat(StoreTree.rescued(root.path())).isEmpty();
  }

  @Test
  void removesAnEmptyDirectoryWithoutOwner() throws Exception {
    DeadEngine unborn = DeadEngine.withoutOwner(root.path(), 1);
    assertThat(root.open().recovery()).isEqualTo(RecoveryReport.NOTHING);
    assertThat(unborn.directory()).doesNotExist();
  }

  /** A power cut can take the owner file and leave what was made after it. */
  @Test
  void finishesADirectoryWithoutOwnerThatHoldsSomething() throws Exception {
    DeadEngine dead = DeadEngine.withoutOwner(root.path(), 1);
    dead.fresh("ours");
    dead.foreign("theirs");
    RecoveryReport report = root.open().recovery();
    assertThat(report.engines()).isEqualTo(1);
    assertThat(report.removed()).isEqualTo(1);
    assertThat(report.rescued()).hasSize(1);
    assertThat(dead.directory()).doesNotExist();
  }

  @Test
  void reportsStrangeThingsInStagingAndOpens() throws Exception {
    Disk.file(staging.resolve("file"), "theirs");
    Files.createSymbolicLink(staging.resolve("link"), temp);
    boolean fifo = Disk.run("mkfifo", staging.resolve("fifo").toString());
    RecoveryReport report = root.open().recovery();
    assertThat(report.left())
        .contains(".holdfast/staging/file", ".holdfast/staging/link")
        .hasSize(fifo ? 3 : 2);
    assertThat(report.rescued()).isEmpty();
    assertThat(staging.resolve("file")).hasContent("theirs");
    assertThat(Files.isSymbolicLink(staging.resolve("link"))).isTrue();
    root.publish("next", "text");
  }

  @Test
  void leavesWhatItCannotRescueSinceThereIsTooMuchAlready() throws Exception {
    for (int i = 0; i < 1_000; i++) {
      Files.createFile(below(".holdfast/rescued").resolve("kept" + i));
    }
    DeadEngine dead = DeadEngine.in(root.path());
    Path foreign = dead.foreign("theirs");
    dead.fresh("ours");
    RecoveryReport report = root.open().recovery();
    String name = ".holdfast/staging/" + staging.relativize(foreign);
    assertThat(report).isEqualTo(new RecoveryReport(1, 1, 0, List.of(), List.of(name)));
    assertThat(foreign).hasContent("theirs");
    assertThat(StoreTree.rescued(root.path())).hasSize(1_000);
    root.publish("next", "text");
    root.close();

    Files.delete(below(".holdfast/rescued/kept0"));
    assertThat(root.open().recovery().rescued()).as("as soon as there is a place").hasSize(1);
    assertThat(foreign).doesNotExist();
  }

  @Test
  void removesNothingWhereALockProvesNothing() throws Exception {
    Path fresh = DeadEngine.in(root.path()).fresh("whose?");
    Sys elsewhere =
        new ForwardingSys(TestRoot.LINUX) {
          @Override
          public StatFs statfs(Fd fd) throws SysException {
            return new StatFs("nfs", false);
          }
        };
    assertThat(rootAt(root.path(), elsewhere).open().recovery()).isEqualTo(RecoveryReport.NOTHING);
    assertThat(fresh).hasContent("whose?");
  }

  @Test
  void leavesADirectoryOfAnotherOwnerAlone() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a directory away");
    }
    DeadEngine theirs = DeadEngine.in(root.path());
    Path object = theirs.foreign("theirs");
    Files.setAttribute(theirs.directory(), "unix:uid", 12_345);
    root.open();
    boolean kept = Files.exists(object) || StoreTree.rescued(root.path()).size() == 1;
    assertThat(kept).isTrue();
  }

  private int callsOfAnOpen(int files) throws Exception {
    Path path = temp.resolve("root" + files);
    try (TestRoot first = TestRoot.at(path)) {
      first.handle().ensureDirectory("dir");
    }
    for (int i = 0; i < files; i++) {
      Disk.file(path.resolve(i % 2 == 0 ? "file" + i : "dir/file" + i), "");
    }
    DeadEngine dead = DeadEngine.in(path);
    dead.fresh("one");
    dead.removing("two");
    FaultySys counting = new FaultySys(TestRoot.LINUX);
    try (TestRoot root = TestRoot.at(path, counting)) {
      counting.arm();
      assertThat(root.open().recovery().removed()).isEqualTo(2);
      return counting.calls().size();
    }
  }

  @Test
  void costsTheSameHoweverManyFilesThereAre() throws Exception {
    assertThat(callsOfAnOpen(1_000)).isEqualTo(callsOfAnOpen(10));
  }
}
