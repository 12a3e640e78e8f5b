package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The directories on the way to a new file. */
class PublishParentsTest extends RootTestCase {

  @BeforeEach
  void open() {
    root.open();
  }

  @Test
  void areMadePrivate() throws Exception {
    root.publish("a/b/c/file", "text");
    for (String made : new String[] {"a", "a/b", "a/b/c"}) {
      assertThat(Disk.mode(below(made))).as(made).isEqualTo(0700);
    }
    assertThat(root.read("a/b/c/file")).isEqualTo("text");
  }

  @Test
  void areNotMadeIfNotWanted() {
    WriteOptions options = new WriteOptions().setCreateParents(false);
    Failures.notCommitted(
        ErrorCode.NOT_FOUND, () -> root.publish("a/b/file", new byte[1], options));
    assertThat(below("a")).doesNotExist();
    root.handle().ensureDirectory("a/b");
    root.publish("a/b/file", new byte[1], options);
  }

  @Test
  void areNotMadeForContentThatIsTooLarge() {
    Failures.notCommitted(
        ErrorCode.TOO_LARGE,
        () -> root.publish("a/file", new byte[TestRoot.LIMIT + 1], new WriteOptions()));
    assertThat(below("a")).doesNotExist();
  }

  @Test
  void areNoFiles() throws Exception {
    Disk.file(below("a"), "old");
    for (String path : new String[] {"a/file", "a/b/file"}) {
      MutationOutcome outcome =
          Failures.notCommitted(ErrorCode.NOT_DIRECTORY, () -> root.publish(path, "text"));
      assertThat(outcome.phase()).isEqualTo(Phase.PREFLIGHT);
      assertThat(outcome.reason()).isEqualTo(Reason.INVALID_REQUEST);
    }
    assertThat(below("a")).hasContent("old");
  }

  @ParameterizedTest
  @ValueSource(strings = {"link/b/file", "link/b/c/file"})
  void areNoLinksOnTheWay(String path) throws Exception {
    Path elsewhere = Disk.directory(temp.resolve("elsewhere"));
    Disk.directory(elsewhere.resolve("b"));
    Files.createSymbolicLink(below("link"), elsewhere);
    Failures.notCommitted(ErrorCode.REPARSE_POINT, () -> root.publish(path, "text"));
    assertThat(Disk.tree(elsewhere)).containsExactly("b");
  }

  @Test
  void areNoLinkAtTheEnd() throws Exception {
    Path elsewhere = Disk.directory(temp.resolve("elsewhere"));
    Files.createSymbolicLink(below("link"), elsewhere);
    Failures.notCommitted(ErrorCode.REPARSE_POINT, () -> root.publish("link/file", "text"));
    assertThat(Disk.tree(elsewhere)).isEmpty();
  }

  @Test
  void areNoDanglingLink() throws Exception {
    Files.createSymbolicLink(below("link"), temp.resolve("elsewhere"));
    Failures.notCommitted(ErrorCode.REPARSE_POINT, () -> root.publish("link/b/file", "x"));
    Failures.notCommitted(ErrorCode.REPARSE_POINT, () -> root.publish("link/file", "x"));
    assertThat(temp.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void areNoMountPoint() throws Exception {
    Path point = Disk.directory(below("mount"));
    if (!Disk.isSuperuser()
        || !Disk.run("mount", "-t", "tmpfs", "-o", "mode=0700", "none", point.toString())) {
      Skip.because("cannot mount here");
    }
    try {
      Failures.notCommitted(ErrorCode.MOUNT, () -> root.publish("mount/file", "text"));
      Failures.notCommitted(ErrorCode.MOUNT, () -> root.publish("mount/b/file", "text"));
      Failures.notCommitted(ErrorCode.MOUNT, () -> root.handle().ensureDirectory("mount"));
      Failures.request(ErrorCode.MOUNT, () -> root.read("mount/file"));
      assertThat(Disk.tree(point)).isEmpty();
    } finally {
      assertThat(Disk.run("umount", point.toString())).isTrue();
    }
  }

  @Test
  void areNamedAsResidueIfTheFileIsNotMade() throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot full = rootAt(root.path(), sys);
    full.open();
    sys.arm(FaultySys.Fault.of("write", 0, Errno.ENOSPC, FaultySys.How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.NO_SPACE, () -> full.publish("a/b/file", "text"));
    assertThat(outcome.residue()).containsExactly("a", "a/b");
    assertThat(Disk.tree(below("a"))).containsExactly("b");
  }

  @Test
  void areNamedAsResidueIfOnlySomeAreMade() throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot full = rootAt(root.path(), sys);
    full.open();
    sys.arm(FaultySys.Fault.of("mkdir", 1, Errno.EDQUOT, FaultySys.How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.QUOTA_EXCEEDED, () -> full.publish("a/b/file", "text"));
    assertThat(outcome.residue()).containsExactly("a");
  }

  @Test
  void areNoResidueOfAFileThatWasMade() {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.arm(FaultySys.Fault.of("sync", 2, Errno.EIO, FaultySys.How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.change(
                ErrorCode.DURABILITY_NOT_PROVABLE,
                State.COMMITTED,
                () -> process.publish("a/file", "text"))
            .mutation();
    assertThat(outcome.residue()).isEmpty();
    assertThat(outcome.syncFailures()).hasSize(1);
  }

  @Test
  void mayBeRemovedBeforeTheFileIsStaged() throws Exception {
    var outcome = publishWhileRemoving("openTmp");
    assertThat(outcome.provenNotCommitted()).isTrue();
    assertThat(outcome.reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
  }

  @Test
  void mayBeRemovedBeforeTheFileIsLinked() throws Exception {
    var outcome = publishWhileRemoving("link");
    assertThat(outcome.provenNotCommitted()).isTrue();
    assertThat(outcome.reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
  }

  private MutationOutcome publishWhileRemoving(String moment) throws Exception {
    root.handle().ensureDirectory("a");
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot unlucky = rootAt(root.path(), sys);
    unlucky.open();
    sys.before(moment, 1, () -> Files.delete(below("a")));
    MutationOutcome outcome =
        Failures.notCommitted(
            ErrorCode.CHANGED_CONCURRENTLY, () -> unlucky.publish("a/file", "text"));
    assertThat(below("a")).doesNotExist();
    unlucky.publish("a/file", "text");
    assertThat(root.read("a/file")).isEqualTo("text");
    return outcome;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/a", "a/", "a//b", "./a", "a/..", ".holdfast/x", "a/.holdfast", "a\0b"})
  void areRefusedWhereAPathIsNone(String path) throws Exception {
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.INVALID_PATH, () -> root.publish(path, "text"));
    assertThat(outcome.phase()).isEqualTo(Phase.PREFLIGHT);
    Failures.notCommitted(ErrorCode.INVALID_PATH, () -> root.handle().ensureDirectory(path));
    assertThat(Disk.tree(root.path())).hasSameSizeAs(StoreTree.OPEN);
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }
}
