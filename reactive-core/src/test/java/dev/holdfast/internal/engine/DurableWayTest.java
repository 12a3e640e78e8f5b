package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.InterceptingSys.Call;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file is durable only if every directory on the way to it is. */
class DurableWayTest extends RootTestCase {
  private TracingSys sys;
  private TestRoot traced;

  @BeforeEach
  void open() {
    sys = new TracingSys(TestRoot.LINUX);
    traced = rootAt(root.path(), sys);
    traced.publish("old", "text");
    if (traced.handle().identify("old").birthNs() == null) {
      Skip.because("no birth times here, so no directory is ever known again");
    }
    sys.forget();
  }

  @Test
  void isSyncedForADirectoryOfSomebodyElse() throws Exception {
    Disk.directory(below("a"));
    Disk.directory(below("a/b"));
    traced.publish("a/b/file", "text");
    assertThat(sys.syncs(root.path())).containsExactly(".", "a", "a/b/#", "a/b");
  }

  @Test
  void isSyncedForADirectoryOfOurs() {
    traced.publish("a/b/file", "text");
    assertThat(sys.syncs(root.path())).containsExactly(".", "a", "a/b/#", "a/b");
  }

  @Test
  void isSyncedAfterThePathIsMade() {
    traced.handle().ensureDirectory("a/b");
    assertThat(sys.syncs(root.path())).containsExactly(".", "a");
    var calls = sys.below(root.path());
    assertThat(calls.indexOf("sync .")).isGreaterThan(calls.indexOf("mkdir a"));
    assertThat(calls.indexOf("sync a")).isGreaterThan(calls.indexOf("mkdir a/b"));
  }

  @Test
  void isSyncedOnlyOnce() {
    traced.handle().ensureDirectory("a/b");
    sys.forget();
    traced.publish("a/b/file", "text");
    traced.handle().ensureDirectory("a/b");
    assertThat(sys.syncs(root.path())).containsExactly("a/b/#", "a/b");
  }

  @Test
  void isSyncedAgainForARecreatedDirectory() throws Exception {
    traced.publish("a/file", "text");
    Files.delete(below("a/file"));
    Files.delete(below("a"));
    Disk.directory(below("a"));
    sys.forget();
    traced.publish("a/file", "text");
    assertThat(sys.syncs(root.path())).containsExactly(".", "a/#", "a");
  }

  @Test
  void isSyncedAgainByAnotherProcess() {
    traced.publish("a/file", "text");
    TracingSys other = new TracingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), other);
    process.open();
    other.forget();
    process.publish("a/other", "text");
    assertThat(other.syncs(root.path())).containsExactly(".", "a/#", "a");
  }

  @Test
  void isNotTakenAsKnownAfterAnUnsyncedPublish() {
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    traced.publish("a/file", new byte[1], buffered);
    assertThat(sys.syncs(root.path())).isEmpty();
    traced.publish("a/other", "text");
    assertThat(sys.syncs(root.path())).containsExactly(".", "a/#", "a");
  }

  /**
   * The kernel may have dropped what it could not write, and lets the next sync succeed all the
   * same: nothing that this process does proves the way any more.
   */
  @Test
  void isNeverKnownAfterAFailedSync() throws Exception {
    Disk.directory(below("a"));
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), faulty);
    process.publish("known/file", "text");
    faulty.arm(Fault.of("sync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.IO_ERROR, () -> process.publish("a/file", "text"));
    assertThat(outcome.residue()).isEmpty();
    faulty.arm();
    Failures.notCommitted(ErrorCode.DURABILITY_FAILED, () -> process.publish("a/file", "text"));
    Failures.notCommitted(
        ErrorCode.DURABILITY_FAILED,
        () -> process.handle().replace("a/file", ByteSource.of(new byte[1]), new WriteOptions()));
    MutationException made =
        Failures.change(
            ErrorCode.DURABILITY_NOT_PROVABLE,
            State.COMMITTED,
            () -> process.handle().ensureDirectory("b"));
    assertThat(made.mutation().syncFailures()).as("none failed this time").isEmpty();
    assertThat(faulty.calls()).extracting(Call::name).doesNotContain("sync");
    assertThat(Disk.tree(below("a"))).isEmpty();
  }

  @Test
  void goesOnToBeKnownIfItWasKnownBeforeAFailedSync() throws Exception {
    Disk.directory(below("a"));
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), faulty);
    process.publish("known/file", "text");
    faulty.arm(Fault.of("sync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    Failures.notCommitted(ErrorCode.IO_ERROR, () -> process.publish("a/file", "text"));
    faulty.arm();
    process.publish("known/other", "text");
    process.publish("other", "text");
    process.handle().remove("known/file", new WriteOptions());
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    process.publish("a/file", new byte[1], buffered);
  }

  @Test
  void isProvenAgainByAnotherProcessAfterAFailedSync() throws Exception {
    Disk.directory(below("a"));
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), faulty);
    process.open();
    faulty.arm(Fault.of("sync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    Failures.notCommitted(ErrorCode.IO_ERROR, () -> process.publish("a/file", "text"));
    traced.publish("a/file", "text");
  }

  /**
   * Later only the directory itself is looked at: directories on the way are not expected to move.
   */
  @Test
  void isNotLookedAtAgain() throws Exception {
    traced.publish("a/b/file", "text");
    Disk.chmod(below("a"), 0777);
    sys.forget();
    traced.publish("a/b/other", "text");
    assertThat(sys.below(root.path())).doesNotContain("openDir a", "stat a");
    Disk.chmod(below("a/b"), 0777);
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> traced.publish("a/b/third", "text"));
  }

  @Test
  void isLookedAtWhollyAtTheFirstUse() throws Exception {
    root.handle().ensureDirectory("a/b/c");
    Disk.chmod(below("a"), 0777);
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> traced.publish("a/b/c/file", "text"));
    Failures.notCommitted(
        ErrorCode.MODE_MISMATCH,
        () ->
            traced.handle().replace("a/b/c/file", ByteSource.of(new byte[1]), new WriteOptions()));
    Disk.chmod(below("a"), 0700);
    Disk.directory(below("a/b/.holdfast"));
    Failures.notCommitted(ErrorCode.NESTED_ROOT, () -> traced.publish("a/b/c/file", "text"));
    Failures.notCommitted(
        ErrorCode.NESTED_ROOT,
        () ->
            traced.handle().replace("a/b/c/file", ByteSource.of(new byte[1]), new WriteOptions()));
    assertThat(Disk.tree(below("a/b/c"))).isEmpty();
  }

  @Test
  void isLookedAtAtTheFirstUseAlsoWithoutSyncs() throws Exception {
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    root.handle().ensureDirectory("a/b/c");
    Disk.chmod(below("a"), 0777);
    Failures.notCommitted(
        ErrorCode.MODE_MISMATCH, () -> traced.publish("a/b/c/file", new byte[1], buffered));
    assertThat(sys.syncs(root.path())).isEmpty();
  }

  @Test
  void isCheckedToStillLeadThere() throws Exception {
    Disk.directory(below("a"));
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), acting);
    process.open();
    acting.before(
        "sync",
        1,
        () -> {
          Files.move(below("a"), below("moved"));
          Disk.directory(below("a"));
        });
    Failures.notCommitted(ErrorCode.CHANGED_CONCURRENTLY, () -> process.publish("a/file", "text"));
    assertThat(below("a/file")).doesNotExist();
    assertThat(below("moved/file")).doesNotExist();
  }
}
