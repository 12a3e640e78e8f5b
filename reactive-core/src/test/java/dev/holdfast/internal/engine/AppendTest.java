package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.Framing;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.kept.KeptFiles;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an append leaves in a file, and what its receipt says about it. */
class AppendTest extends RootTestCase {
  private static final AppendOptions PLAIN = new AppendOptions();

  @AfterEach
  void nothingIsStagedOrStaysOpen() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
    assertThat(StoreTree.rescued(root.path())).isEmpty();
    root.handle().closeIdleFiles(0);
    Held.byOneWriter(root.path());
  }

  private List<AppendReceipt> appendAll(String file, AppendOptions options, String... records) {
    List<ByteSource> sources = new ArrayList<>();
    for (String record : records) {
      sources.add(ByteSource.of(record.getBytes(UTF_8)));
    }
    return root.handle().append(file, sources, null, options);
  }

  private AppendReceipt appendExpected(String file, String record, FileIdentity expected) {
    ByteSource source = ByteSource.of(record.getBytes(UTF_8));
    return root.handle().append(file, List.of(source), expected, PLAIN).get(0);
  }

  @Test
  void makesTheFileWithTheFirstRecord() throws Exception {
    AppendReceipt receipt = root.append("a/b/log.jsonl", "{\"n\":1}");
    assertThat(below("a/b/log.jsonl")).hasContent("{\"n\":1}\n");
    assertThat(Disk.mode(below("a/b/log.jsonl"))).isEqualTo(0600);
    assertThat(receipt.created()).isTrue();
    assertThat(receipt.offset()).isZero();
    assertThat(receipt.length()).isEqualTo(8);
    assertThat(receipt.outcome().primitive()).isEqualTo(Primitive.LINKAT_NOREPLACE);
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256("{\"n\":1}\n".getBytes(UTF_8)));
  }

  @Test
  void goesOnAtTheEnd() throws Exception {
    root.append("log.jsonl", "first");
    AppendReceipt second = root.append("log.jsonl", "second\n");
    AppendReceipt third = root.append("log.jsonl", "third");
    assertThat(below("log.jsonl")).hasContent("first\nsecond\nthird\n");
    assertThat(second.offset()).isEqualTo(6);
    assertThat(second.length()).isEqualTo(7);
    assertThat(second.created()).isFalse();
    assertThat(third.offset()).isEqualTo(13);
    assertThat(third.outcome().primitive()).isEqualTo(Primitive.WRITE_APPEND);
    assertThat(third.outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(third.identity().sameAs(root.handle().read("log.jsonl").identity())).isTrue();
    assertThat(third.identity().sha256())
        .isEqualTo(Disk.sha256(Files.readAllBytes(below("log.jsonl"))));
  }

  @Test
  void addsNothingWithoutFraming() {
    root.append("log", "first");
    AppendReceipt second = root.append("log", "second");
    assertThat(below("log")).hasContent("firstsecond");
    assertThat(second.offset()).isEqualTo(5);
    AppendOptions none = new AppendOptions().setFraming(Framing.NONE);
    root.append("plain.jsonl", "a", none);
    root.append("plain.jsonl", "b", none);
    assertThat(below("plain.jsonl")).hasContent("ab");
  }

  @Test
  void endsARecordWithoutFramingBeforeAFramedOne() {
    AppendOptions none = new AppendOptions().setFraming(Framing.NONE);
    root.append("log.jsonl", "first\n");
    root.append("log.jsonl", "second", none);
    AppendReceipt third = root.append("log.jsonl", "third");
    assertThat(below("log.jsonl")).hasContent("first\nsecond\nthird\n");
    assertThat(third.offset()).isEqualTo(13);
  }

  @Test
  void writesSeveralRecordsTogether() {
    root.append("log.jsonl", "0");
    List<AppendReceipt> receipts = appendAll("log.jsonl", PLAIN, "one", "two\n", "three");
    assertThat(below("log.jsonl")).hasContent("0\none\ntwo\nthree\n");
    assertThat(receipts).extracting(AppendReceipt::offset).containsExactly(2L, 6L, 10L);
    assertThat(receipts).extracting(AppendReceipt::length).containsExactly(4, 4, 6);
    assertThat(receipts).extracting(r -> r.identity().size()).containsOnly(16L);
  }

  @Test
  void makesTheFileWithSeveralRecordsTogether() {
    List<AppendReceipt> receipts = appendAll("log.jsonl", PLAIN, "one", "two");
    assertThat(below("log.jsonl")).hasContent("one\ntwo\n");
    assertThat(receipts).extracting(AppendReceipt::created).containsExactly(true, false);
    assertThat(receipts).extracting(AppendReceipt::offset).containsExactly(0L, 4L);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 128 * 1024, 128 * 1024 + 1, TestRoot.LIMIT})
  void isWholeWhateverItsSize(int size) throws Exception {
    byte[] record = Disk.bytes(size);
    root.append("log", "x");
    AppendReceipt receipt =
        root.handle().append("log", List.of(ByteSource.of(record)), null, PLAIN).get(0);
    assertThat(receipt.length()).isEqualTo(size);
    byte[] whole = Files.readAllBytes(below("log"));
    assertThat(whole).hasSize(size + 1).endsWith(record);
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(whole));
  }

  @Test
  void letsAFileGrowBeyondTheLimitOfOneOperation() {
    ByteSource half = ByteSource.of(new byte[TestRoot.LIMIT]);
    for (int i = 0; i < 3; i++) {
      root.handle().append("log", List.of(half), null, PLAIN);
    }
    assertThat(below("log")).hasSize(3L * TestRoot.LIMIT);
    ByteSource tooMuch = ByteSource.of(new byte[TestRoot.LIMIT + 1]);
    Failures.notCommitted(
        ErrorCode.TOO_LARGE, () -> root.handle().append("log", List.of(tooMuch), null, PLAIN));
  }

  @Test
  void refusesARecordWithoutBytes() {
    Failures.notCommitted(ErrorCode.INVALID_REQUEST, () -> root.append("log.jsonl", ""));
    assertThat(below("log.jsonl")).doesNotExist();
  }

  @Test
  void makesNothingThatItIsNotToMake() {
    AppendOptions strict = new AppendOptions().setCreateIfAbsent(false);
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> root.append("log", "x", strict));
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> root.append("a/log", "x", strict));
    AppendOptions here = new AppendOptions().setCreateParents(false);
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> root.append("a/log", "x", here));
    assertThat(StoreTree.users(root.path())).isEmpty();
    root.append("log", "x", here);
    root.append("log", "y", strict);
    assertThat(below("log")).hasContent("xy");
  }

  @Test
  void isNotSyncedIfThatIsNotWanted() {
    AppendOptions buffered = new AppendOptions().setDurability(Durability.OS_BUFFERED);
    root.append("log", "x", buffered);
    assertThat(root.append("log", "y", buffered).outcome().durability())
        .isEqualTo(DurabilityState.NOT_ATTEMPTED);
    assertThat(root.append("log", "z").outcome().durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(below("log")).hasContent("xyz");
  }

  // ---- with an expectation ----

  @Test
  void isMadeIfTheFileIsTheExpectedOne() {
    FileIdentity identity = root.publish("log", "a").identity();
    for (String record : List.of("b", "c", "d")) {
      identity = appendExpected("log", record, identity).identity();
    }
    assertThat(below("log")).hasContent("abcd");
    FileIdentity read = root.handle().read("log").identity();
    appendExpected("log", "e", read);
    assertThat(below("log")).hasContent("abcde");
  }

  @Test
  void isRefusedIfTheFileIsAnother() {
    FileIdentity old = root.publish("log", "a").identity();
    root.append("log", "b");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> appendExpected("log", "c", old));
    root.replace("log", "ab");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> appendExpected("log", "c", old));
    root.remove("log");
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> appendExpected("log", "c", old));
    assertThat(below("log")).doesNotExist();
  }

  // ---- what is kept open ----

  @Test
  void followsTheNameToAnotherFile() {
    root.append("log.jsonl", "a");
    root.append("log.jsonl", "b");
    root.replace("log.jsonl", "other\n");
    assertThat(root.append("log.jsonl", "c").offset()).isEqualTo(6);
    assertThat(below("log.jsonl")).hasContent("other\nc\n");
    root.remove("log.jsonl");
    assertThat(root.append("log.jsonl", "d").created()).isTrue();
    assertThat(below("log.jsonl")).hasContent("d\n");
  }

  @Test
  void followsTheNameToAnotherFileOfAnotherProcess() throws Exception {
    root.append("dir/log", "a");
    root.append("dir/log", "b");
    try (TestRoot other = TestRoot.at(root.path())) {
      other.replace("dir/log", "x");
      root.append("dir/log", "c");
      assertThat(below("dir/log")).hasContent("xc");
      other.remove("dir/log");
      Files.delete(below("dir"));
      assertThat(root.append("dir/log", "d").created()).isTrue();
      Files.move(below("dir"), below("moved"));
      Disk.directory(below("dir"));
      root.append("dir/log", "e");
      root.append("dir/log", "f");
    }
    assertThat(below("dir/log")).hasContent("ef");
    assertThat(below("moved/log")).hasContent("d");
  }

  @Test
  void sharesAFileWithOtherProcesses() throws Exception {
    try (TestRoot other = TestRoot.at(root.path())) {
      StringBuilder expected = new StringBuilder();
      for (int i = 0; i < 20; i++) {
        AppendReceipt receipt = (i % 3 == 0 ? other : root).append("log.jsonl", "record " + i);
        assertThat(receipt.offset()).isEqualTo(expected.length());
        expected.append("record ").append(i).append('\n');
        assertThat(receipt.identity().size()).isEqualTo(expected.length());
      }
      assertThat(below("log.jsonl")).hasContent(expected.toString());
    }
  }

  @Test
  void keepsAFewFilesOpenAndClosesWhatIsIdle() throws Exception {
    for (int i = 0; i < KeptFiles.CAPACITY + 10; i++) {
      root.append("log" + i, "a");
      root.append("log" + i, "b");
    }
    long open =
        Held.besidesLocks(root.path()).stream().filter(name -> name.startsWith("log")).count();
    assertThat(open).isEqualTo(KeptFiles.CAPACITY);
    assertThat(root.handle().closeIdleFiles(Long.MAX_VALUE)).isEqualTo(KeptFiles.CAPACITY);
    assertThat(root.handle().closeIdleFiles(0)).isZero();
    root.append("log0", "c");
    assertThat(below("log0")).hasContent("abc");
  }

  @Test
  void keepsNoFileOpenThatWasRemovedOrReplaced() throws Exception {
    root.append("log", "a");
    root.append("log", "b");
    root.remove("log");
    Held.byOneWriter(root.path());
    root.append("log", "a");
    root.append("log", "b");
    root.replace("log", "c");
    Held.byOneWriter(root.path());
  }

  // ---- digests ----

  @Test
  void knowsTheDigestOnlyIfItHasSeenEveryByte() throws Exception {
    root.publish("log", new byte[200_000], new WriteOptions());
    assertThat(root.append("log", "x").identity().sha256()).isNull();
    AppendOptions digest = new AppendOptions().setDigest(true);
    assertThat(root.append("log", "y", digest).identity().sha256())
        .isEqualTo(Disk.sha256(Files.readAllBytes(below("log"))));
    assertThat(root.append("log", "z").identity().sha256())
        .isEqualTo(Disk.sha256(Files.readAllBytes(below("log"))));
    try (TestRoot other = TestRoot.at(root.path())) {
      other.append("log", "theirs");
    }
    assertThat(root.append("log", "x").identity().sha256()).isNull();
  }

  @Test
  void isRefusedOnAReadOnlyHandle() {
    root.publish("log", "x");
    StoreHandle reader = root.openReadOnly();
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE,
        () -> reader.append("log", List.of(ByteSource.of(new byte[1])), null, PLAIN));
    root.close(reader);
  }

  @Test
  void isRefusedWhereSomethingElseIs() throws Exception {
    root.handle().ensureDirectory("dir");
    Failures.notCommitted(ErrorCode.NOT_REGULAR_FILE, () -> root.append("dir", "x"));
    Disk.file(below("target"), "theirs");
    Files.createSymbolicLink(below("link"), below("target"));
    Failures.notCommitted(ErrorCode.REPARSE_POINT, () -> root.append("link", "x"));
    Disk.chmod(Disk.file(below("wide"), "theirs"), 0644);
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> root.append("wide", "x"));
    Files.createLink(below("second"), below("target"));
    Failures.notCommitted(ErrorCode.HARD_LINK, () -> root.append("target", "x"));
    assertThat(below("target")).hasContent("theirs");
  }
}
