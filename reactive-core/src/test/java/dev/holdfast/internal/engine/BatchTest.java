package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.batch.Batches;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.engine.commit.CommitKey;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members of a batch: together on the disk, each with an ending of its own. */
class BatchTest extends RootTestCase {

  @Test
  void carriesAllThrough() {
    root.publish("b/old", "old");
    Batched batch =
        new Batched(root.handle())
            .publish("a/new", "1")
            .replace("b/old", "2")
            .publish("b/new", "3")
            .publish("top", "4")
            .run(SyncFsUse.from(2));
    for (String path : new String[] {"a/new", "b/old", "b/new", "top"}) {
      assertThat(batch.receipt(path).outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    }
    assertThat(root.read("a/new") + root.read("b/old") + root.read("b/new") + root.read("top"))
        .isEqualTo("1234");
  }

  @Test
  void makesMoreThanOneBatchOfMany() {
    Batched batch = new Batched(root.handle());
    int count = 2 * Batches.MOST_MEMBERS + 1;
    for (int i = 0; i < count; i++) {
      batch.publish("f" + i, "text " + i);
    }
    batch.run(SyncFsUse.ifAllowed(true));
    for (int i = 0; i < count; i++) {
      batch.receipt("f" + i);
      assertThat(root.read("f" + i)).isEqualTo("text " + i);
    }
  }

  @Test
  void nothingAtAllIsABatchToo() {
    new Batched(root.handle()).run(SyncFsUse.from(0));
  }

  @Test
  void aMemberThatFailsTouchesNoOther() {
    root.publish("taken", "before");
    Batched batch =
        new Batched(root.handle())
            .publish("first", "1")
            .publish("taken", "2")
            .publish("no/such", new byte[1], new WriteOptions().setCreateParents(false))
            .publish("..", "4")
            .publish("large", new byte[TestRoot.LIMIT + 1], new WriteOptions())
            .publish("last", "6")
            .run(Batched.FSYNC);
    assertThat(batch.failure("taken").code()).isEqualTo(ErrorCode.DESTINATION_CONFLICT);
    assertThat(batch.failure("no/such").code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(batch.failure("..").code()).isEqualTo(ErrorCode.INVALID_PATH);
    assertThat(batch.failure("large").code()).isEqualTo(ErrorCode.TOO_LARGE);
    for (String failed : new String[] {"taken", "no/such", "..", "large"}) {
      assertThat(batch.failure(failed).mutation().state()).isEqualTo(State.NOT_COMMITTED);
    }
    batch.receipt("first");
    batch.receipt("last");
    assertThat(root.read("taken")).isEqualTo("before");
  }

  @Test
  void durabilityIsEachMembersOwn() {
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    Batched batch =
        new Batched(root.handle())
            .publish("a", new byte[1], buffered)
            .publish("b", "durable")
            .run(Batched.FSYNC);
    assertThat(batch.receipt("a").outcome().durability()).isEqualTo(DurabilityState.NOT_ATTEMPTED);
    assertThat(batch.receipt("b").outcome().durability()).isEqualTo(DurabilityState.PROVEN);
  }

  @Test
  void aReadOnlyHandleRefusesEachMember() {
    root.publish("file", "text");
    Batched batch =
        new Batched(root.openReadOnly())
            .publish("new", "1")
            .replace("file", "2")
            .run(Batched.FSYNC);
    assertThat(batch.failure("new").code()).isEqualTo(ErrorCode.READ_ONLY_HANDLE);
    assertThat(batch.failure("file").code()).isEqualTo(ErrorCode.READ_ONLY_HANDLE);
  }

  @Test
  void aSyncOfAllThatFailsIsAskedAboutFileByFile() {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot faulty = rootAt(below("faulty"), sys);
    faulty.open();
    sys.arm(
        Fault.of("syncFs", 0, Errno.EIO, How.WITHOUT_EFFECT),
        Fault.of("sync", 1, Errno.EIO, How.WITHOUT_EFFECT));
    Batched batch =
        new Batched(faulty.handle())
            .publish("a", "1")
            .publish("b", "2")
            .publish("c", "3")
            .run(SyncFsUse.from(3));
    assertThat(batch.failure("b").mutation().state()).isEqualTo(State.NOT_COMMITTED);
    assertThat(batch.failure("b").code()).isEqualTo(ErrorCode.IO_ERROR);
    assertThat(batch.receipt("a").outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(batch.receipt("c").outcome().durability()).isEqualTo(DurabilityState.PROVEN);
  }

  @Test
  void aDirectoryThatCannotBeSyncedConcernsThoseInIt() {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot faulty = rootAt(below("faulty"), sys);
    faulty.publish("a/known", "text");
    faulty.publish("b/known", "text");
    sys.arm(Fault.of("sync", 4, Errno.EIO, How.WITHOUT_EFFECT)); // after those of four files
    Batched batch =
        new Batched(faulty.handle())
            .publish("a/1", "1")
            .publish("b/1", "2")
            .publish("a/2", "3")
            .publish("b/2", "4")
            .run(Batched.FSYNC);
    for (String path : new String[] {"a/1", "a/2"}) {
      assertThat(batch.failure(path).code()).isEqualTo(ErrorCode.DURABILITY_NOT_PROVABLE);
      assertThat(batch.failure(path).mutation().state()).isEqualTo(State.COMMITTED);
      assertThat(batch.failure(path).mutation().syncFailures()).hasSize(1);
      assertThat(faulty.read(path)).isNotEmpty();
    }
    assertThat(batch.receipt("b/1").outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(batch.receipt("b/2").outcome().durability()).isEqualTo(DurabilityState.PROVEN);
  }

  /** What was in it then is not known to last, whatever later syncs say. */
  @Test
  void aDirectoryWhoseSyncFailedIsNotTrustedLater() {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot faulty = rootAt(below("faulty"), sys);
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    faulty.publish("a/known", "text");
    faulty.publish("a/below/unsynced", new byte[1], buffered);
    sys.arm(Fault.of("sync", 2, Errno.EIO, How.WITHOUT_EFFECT));
    Batched batch =
        new Batched(faulty.handle()).publish("a/1", "1").publish("a/2", "2").run(Batched.FSYNC);
    assertThat(batch.failure("a/1").code()).isEqualTo(ErrorCode.DURABILITY_NOT_PROVABLE);
    sys.arm();
    Batched later = new Batched(faulty.handle()).publish("a/below/3", "3").run(Batched.FSYNC);
    assertThat(later.failure("a/below/3").code()).isEqualTo(ErrorCode.DURABILITY_FAILED);
  }

  @Test
  void aNameThatOthersKeepBusyKeepsNobodyElseWaiting() throws Exception {
    root.publish("known", "text");
    Deque<LockByte> held = new ArrayDeque<>();
    List<String> ended = new ArrayList<>();
    Batched[] batch = new Batched[1];
    TestRoot patient =
        rootAt(
            root.path(),
            nanos -> {
              for (String path : new String[] {"first", "busy", "last"}) {
                if (batch[0].succeeded(path)) {
                  ended.add(path);
                }
              }
              held.pop().close();
            });
    batch[0] = new Batched(patient.open()).publish("first", "1").publish("busy", "2");
    batch[0].publish("last", "3");
    LockByte lock = LockByte.of(root.path(), stripeOf("busy"));
    assertThat(lock.take()).isTrue();
    held.push(lock);
    batch[0].run(Batched.FSYNC);
    assertThat(ended)
        .as("who had ended when somebody had to wait")
        .containsExactly("first", "last");
    batch[0].receipt("busy");
  }

  private long stripeOf(String name) throws Exception {
    try (Fd dir = TestRoot.LINUX.openRoot(RootPath.parse(root.path().toString(), "/"), false)) {
      return CommitKey.of(TestRoot.LINUX.stat(dir), Name.of(name)).stripe();
    }
  }
}
