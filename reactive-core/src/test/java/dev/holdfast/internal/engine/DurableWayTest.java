package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
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

  @Test
  void isNotTakenAsKnownAfterAFailedSync() throws Exception {
    Disk.directory(below("a"));
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), faulty);
    process.open();
    faulty.arm(Fault.of("sync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.IO_ERROR, () -> process.publish("a/file", "text"));
    assertThat(outcome.residue()).isEmpty();
    faulty.arm();
    process.publish("a/file", "text");
    assertThat(faulty.calls().stream().map(call -> call.name()).filter("sync"::equals))
        .as("the root, the file, the directory")
        .hasSize(3);
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
