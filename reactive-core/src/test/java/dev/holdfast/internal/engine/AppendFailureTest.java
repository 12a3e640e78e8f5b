package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationOutcome.SyncFailure.Role;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes and syncs that fail, wholly or in the middle. */
class AppendFailureTest extends RootTestCase {
  private static final String LOG = "log.jsonl";
  private static final AppendOptions FOREIGN = new AppendOptions().setForeignAppenders(true);

  /** How many bytes the next writes take at most, 0 for as many as they are given. */
  private final AtomicInteger most = new AtomicInteger();

  private final FaultySys sys =
      new FaultySys(
          new ForwardingSys(TestRoot.LINUX) {
            @Override
            public int append(Fd file, byte[] source, int offset, int length) throws SysException {
              int taken = most.get() == 0 ? length : Math.min(length, most.get());
              return super.append(file, source, offset, taken);
            }
          });

  private TestRoot process;

  @BeforeEach
  void open() {
    process = rootAt(root.path(), sys);
    process.append(LOG, "first");
    process.append(LOG, "second");
    sys.arm();
  }

  private MutationException fails(State state, AppendOptions options) {
    MutationException failure = Failures.change(() -> process.append(LOG, "third", options));
    assertThat(failure.mutation().state()).isEqualTo(state);
    sys.arm();
    most.set(0);
    return failure;
  }

  @ParameterizedTest
  @EnumSource(
      value = Errno.class,
      names = {"EIO", "ENOSPC", "EDQUOT", "EFBIG"})
  void aWriteThatFailsLeavesNoByte(Errno errno) {
    for (How how : List.of(How.WITHOUT_EFFECT, How.AFTER_EFFECT)) {
      sys.arm(Fault.of("append", 0, errno, how));
      MutationException failure = fails(State.NOT_COMMITTED, new AppendOptions());
      assertThat(failure.mutation().residue()).isEmpty();
      assertThat(below(LOG)).hasContent("first\nsecond\n");
    }
    process.append(LOG, "third");
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\n");
  }

  @Test
  void aWriteThatStopsInTheMiddleIsTakenBack() {
    most.set(2);
    sys.arm(Fault.of("append", 1, Errno.ENOSPC, How.WITHOUT_EFFECT));
    assertThat(fails(State.NOT_COMMITTED, new AppendOptions()).code())
        .isEqualTo(ErrorCode.NO_SPACE);
    assertThat(below(LOG)).hasContent("first\nsecond\n");
  }

  @Test
  void aWriteThatStopsInTheMiddleAndGoesOnIsWhole() {
    most.set(2);
    assertThat(process.append(LOG, "third").offset()).isEqualTo(13);
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\n");
  }

  @Test
  void nobodyKnowsIfItCannotBeTakenBack() {
    most.set(2);
    sys.arm(
        Fault.of("append", 1, Errno.EIO, How.WITHOUT_EFFECT),
        Fault.of("truncate", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationException failure = fails(State.UNKNOWN, new AppendOptions());
    assertThat(failure.mutation().residue()).containsExactly("log.jsonl@13-15");
    assertThat(below(LOG)).hasContent("first\nsecond\nth");
    process.append(LOG, "fourth");
    assertThat(below(LOG)).hasContent("first\nsecond\nfourth\n");
  }

  @Test
  void whatCouldBeSomebodyElsesIsNotTakenBack() {
    most.set(2);
    MutationException failure = fails(State.UNKNOWN, FOREIGN);
    assertThat(failure.mutation().residue()).containsExactly("log.jsonl@13-15");
    assertThat(below(LOG)).hasContent("first\nsecond\nth\n");
    process.append(LOG, "fourth", FOREIGN);
    assertThat(below(LOG)).hasContent("first\nsecond\nth\nfourth\n");
  }

  @Test
  void anInterruptedWriteIsRepeatedIfNothingWasWritten() {
    sys.arm(Fault.of("append", 0, Errno.EINTR, How.WITHOUT_EFFECT));
    process.append(LOG, "third");
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\n");
    sys.arm(Fault.of("append", 0, Errno.EINTR, How.AFTER_EFFECT));
    MutationException failure = Failures.change(() -> process.append(LOG, "fourth"));
    assertThat(failure.mutation().state()).isEqualTo(State.NOT_COMMITTED);
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\n");
  }

  @Test
  void allMembersOfAGroupShareItsFate() {
    List<ByteSource> group = new ArrayList<>();
    for (String record : List.of("a", "b", "c")) {
      group.add(ByteSource.of(record.getBytes(UTF_8)));
    }
    most.set(3);
    sys.arm(Fault.of("append", 1, Errno.ENOSPC, How.WITHOUT_EFFECT));
    Failures.notCommitted(
        ErrorCode.NO_SPACE, () -> process.handle().append(LOG, group, null, new AppendOptions()));
    assertThat(below(LOG)).hasContent("first\nsecond\n");
  }

  // ---- syncs ----

  @Test
  void aFailedSyncIsNotProvenAndItsDescriptorIsNotUsedAgain() throws Exception {
    sys.arm(Fault.of("dataSync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    MutationException failure =
        Failures.change(
            ErrorCode.DURABILITY_NOT_PROVABLE, State.COMMITTED, () -> process.append(LOG, "third"));
    assertThat(failure.mutation().phase()).isEqualTo(Phase.FILE_SYNC);
    assertThat(failure.mutation().syncFailures())
        .singleElement()
        .satisfies(sync -> assertThat(sync.role()).isEqualTo(Role.STAGED_FILE));
    Held.byOneWriter(root.path());
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\n");
  }

  @Test
  void whatAFailedSyncLeftInDoubtIsWrittenOnceMore() {
    sys.arm(Fault.of("dataSync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    fails(State.COMMITTED, new AppendOptions());
    sys.arm(Fault.of("write", 0, Errno.EIO, How.WITHOUT_EFFECT));
    fails(State.NOT_COMMITTED, new AppendOptions());
    process.append(LOG, "fourth");
    assertThat(sys.calls()).extracting(call -> call.name()).containsOnlyOnce("write");
    sys.arm();
    process.append(LOG, "fifth");
    assertThat(sys.calls()).extracting(call -> call.name()).doesNotContain("write");
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\nfourth\nfifth\n");
  }

  @Test
  void theDoubtEndsWithTheFile() {
    sys.arm(Fault.of("dataSync", 0, Errno.EIO, How.WITHOUT_EFFECT));
    fails(State.COMMITTED, new AppendOptions());
    process.replace(LOG, "new\n");
    sys.arm();
    process.append(LOG, "x");
    assertThat(sys.calls()).extracting(call -> call.name()).doesNotContain("write");
  }

  /** The name may be one that another process made, and the kernel dropped. */
  @Test
  void aNameWhoseDirectoryCouldNotBeSyncedIsNotReliedOn() {
    sys.arm(Fault.of("sync", 1, Errno.EIO, How.WITHOUT_EFFECT));
    Failures.change(
        ErrorCode.DURABILITY_NOT_PROVABLE, State.COMMITTED, () -> process.replace(LOG, "new\n"));
    sys.arm();
    Failures.notCommitted(ErrorCode.DURABILITY_FAILED, () -> process.append(LOG, "x"));
    root.append(LOG, "y");
    assertThat(below(LOG)).hasContent("new\ny\n");
  }

  // ---- somebody who takes no locks ----

  @Test
  void aFileThatIsReplacedDuringTheSyncMakesItUnknown() throws Exception {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot other = rootAt(root.path(), acting);
    other.append(LOG, "third");
    acting.before(
        "dataSync",
        1,
        () -> {
          Files.delete(below(LOG));
          Disk.file(below(LOG), "theirs\n");
        });
    MutationException failure =
        Failures.change(
            ErrorCode.OUTCOME_UNKNOWN, State.UNKNOWN, () -> other.append(LOG, "fourth"));
    assertThat(failure.mutation().phase()).isEqualTo(Phase.VERIFY);
    assertThat(below(LOG)).hasContent("theirs\n");
    other.append(LOG, "fifth");
    assertThat(below(LOG)).hasContent("theirs\nfifth\n");
  }

  @Test
  void whoeverWritesAtTheSameTimeIsSeenInTheReceipt() throws Exception {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot other = rootAt(root.path(), acting);
    other.append(LOG, "third");
    acting.before(
        "append",
        1,
        () -> Files.writeString(below(LOG), "theirs\n", java.nio.file.StandardOpenOption.APPEND));
    var receipt = other.append(LOG, "fourth", FOREIGN);
    assertThat(receipt.offset()).isNull();
    assertThat(receipt.identity().sha256()).isNull();
    assertThat(receipt.identity().size()).isEqualTo(33);
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\ntheirs\nfourth\n");
    assertThat(other.append(LOG, "fifth", FOREIGN).offset()).isEqualTo(33);
  }

  @Test
  void aFileThatVanishesBeforeItIsOpenedIsMadeAnew() throws Exception {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot other = rootAt(root.path(), acting);
    other.open();
    acting.before("openFile", 2, () -> Files.delete(below(LOG)));
    assertThat(other.append(LOG, "new").created()).isTrue();
    assertThat(below(LOG)).hasContent("new\n");
  }

  @Test
  void aFileThatComesWhileOneIsMadeIsAppendedTo() throws Exception {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot other = rootAt(root.path(), acting);
    other.open();
    acting.before("link", 1, () -> Disk.file(below("new.jsonl"), "theirs\n"));
    assertThat(other.append("new.jsonl", "ours").created()).isFalse();
    assertThat(below("new.jsonl")).hasContent("theirs\nours\n");
  }
}
