package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DirectoryReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Directories made on their own. */
class EnsureDirectoryTest extends RootTestCase {

  @BeforeEach
  void open() {
    root.open();
  }

  @Test
  void areMadeWithTheirParents() throws Exception {
    DirectoryReceipt receipt = root.handle().ensureDirectory("a/b/c");
    assertThat(receipt.path()).isEqualTo("a/b/c");
    assertThat(receipt.created()).isTrue();
    assertThat(receipt.outcome().primitive()).isEqualTo(Primitive.MKDIRAT);
    assertThat(receipt.outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    for (String made : new String[] {"a", "a/b", "a/b/c"}) {
      assertThat(Disk.mode(below(made))).isEqualTo(0700);
    }
  }

  @Test
  void areNotMadeTwice() {
    root.handle().ensureDirectory("a/b");
    assertThat(root.handle().ensureDirectory("a/b").created()).isFalse();
    assertThat(root.handle().ensureDirectory("a").created()).isFalse();
    assertThat(root.handle().ensureDirectory("a/b/c").created()).isTrue();
  }

  @Test
  void areNotMadeOverSomethingElse() throws Exception {
    Disk.file(below("file"), "old");
    Failures.notCommitted(ErrorCode.NOT_DIRECTORY, () -> root.handle().ensureDirectory("file"));
    Failures.notCommitted(
        ErrorCode.NOT_DIRECTORY, () -> root.handle().ensureDirectory("file/below"));
    assertThat(below("file")).hasContent("old");
    Files.createSymbolicLink(below("link"), temp.resolve("elsewhere"));
    Failures.notCommitted(ErrorCode.REPARSE_POINT, () -> root.handle().ensureDirectory("link"));
    assertThat(temp.resolve("elsewhere")).doesNotExist();
  }

  @Test
  void areCommittedButNotProvenAfterAFailedSync() throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.arm(Fault.of("sync", 1, Errno.EIO, How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.change(
                ErrorCode.DURABILITY_NOT_PROVABLE,
                State.COMMITTED,
                () -> process.handle().ensureDirectory("a/b"))
            .mutation();
    assertThat(outcome.phase()).isEqualTo(Phase.PARENT_SYNC);
    assertThat(outcome.syncFailures()).hasSize(1);
    assertThat(below("a/b")).isDirectory();
  }

  private TestRoot failing(Fault fault) {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.arm(fault);
    return process;
  }

  @Test
  void areNotClaimedAfterAnInterruptionIfSomebodyElseMadeThem() throws Exception {
    Disk.chmod(Disk.directory(below("theirs")), 0755);
    TestRoot process = failing(Fault.of("mkdir", 0, Errno.EINTR, How.WITHOUT_EFFECT));
    Failures.notCommitted(
        ErrorCode.MODE_MISMATCH, () -> process.handle().ensureDirectory("theirs"));
    assertThat(Disk.mode(below("theirs"))).isEqualTo(0755);
    Disk.directory(below("fit"));
    TestRoot another = failing(Fault.of("mkdir", 0, Errno.EINTR, How.WITHOUT_EFFECT));
    assertThat(another.handle().ensureDirectory("fit").created()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(
      value = Errno.class,
      names = {"EIO", "EINTR", "ENOSPC"})
  void areMadeIfTheyAreThereWhateverTheCallReported(Errno errno) throws Exception {
    TestRoot process = failing(Fault.of("mkdir", 0, errno, How.AFTER_EFFECT));
    assertThat(process.handle().ensureDirectory("dir").outcome().residue()).isEmpty();
    assertThat(Disk.mode(below("dir"))).isEqualTo(0700);
  }

  /** Somebody else may rely on it already: it is not taken back. */
  @Test
  void areResidueIfTheyCannotBeLookedAt() {
    TestRoot process = failing(Fault.of("aclQuery", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.notCommitted(
            ErrorCode.ACL_IO_ERROR, () -> process.handle().ensureDirectory("dir"));
    assertThat(outcome.residue()).containsExactly("dir");
    assertThat(below("dir")).isDirectory();
  }

  /** They are there; that nothing was synced is no sync that failed. */
  @Test
  void areNotProvenIfTheWayCannotBeWalked() throws Exception {
    TestRoot process = failing(Fault.of("openDir", 1, Errno.EMFILE, How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.change(
                ErrorCode.DURABILITY_NOT_PROVABLE,
                State.COMMITTED,
                () -> process.handle().ensureDirectory("dir"))
            .mutation();
    assertThat(outcome.syncFailures()).isEmpty();
    assertThat(outcome.errno()).isEqualTo(24);
    assertThat(below("dir")).isDirectory();
  }

  @Test
  void areSharedByManyMakers() throws Exception {
    int makers = 8;
    CyclicBarrier start = new CyclicBarrier(makers);
    ExecutorService threads = Executors.newFixedThreadPool(makers);
    int created = 0;
    try {
      List<Future<DirectoryReceipt>> receipts = new ArrayList<>();
      for (int i = 0; i < makers; i++) {
        StoreHandle handle = (i % 2 == 0 ? root : rootAt(root.path())).handle();
        receipts.add(
            threads.submit(
                () -> {
                  start.await();
                  return handle.ensureDirectory("a/b/c/d");
                }));
      }
      for (Future<DirectoryReceipt> receipt : receipts) {
        created += receipt.get().created() ? 1 : 0;
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(created).isPositive();
    assertThat(below("a/b/c/d")).isDirectory();
  }
}
