package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a killed append, or somebody else, has left behind the last newline. */
class AppendTailTest extends RootTestCase {
  private static final String LOG = "log.jsonl";
  private static final AppendOptions FOREIGN = new AppendOptions().setForeignAppenders(true);

  private void tear(String part) throws Exception {
    Files.writeString(below(LOG), part, StandardOpenOption.APPEND);
  }

  private byte[] rescued(AppendReceipt receipt) throws Exception {
    assertThat(receipt.rescued()).startsWith(".holdfast/rescued/r-");
    assertThat(Disk.mode(below(receipt.rescued()))).isEqualTo(0600);
    return Files.readAllBytes(below(receipt.rescued()));
  }

  @Test
  void isKeptElsewhereAndTakenAwayByTheFirstAppend() throws Exception {
    root.publish(LOG, "first\n");
    tear("{\"to");
    AppendReceipt receipt = root.append(LOG, "second");
    assertThat(below(LOG)).hasContent("first\nsecond\n");
    assertThat(receipt.offset()).isEqualTo(6);
    assertThat(rescued(receipt)).asString().isEqualTo("{\"to");
  }

  @Test
  void isTakenAwayByALaterAppendToo() throws Exception {
    root.append(LOG, "first");
    root.append(LOG, "second");
    tear("torn");
    AppendReceipt receipt = root.append(LOG, "third");
    assertThat(below(LOG)).hasContent("first\nsecond\nthird\n");
    assertThat(rescued(receipt)).asString().isEqualTo("torn");
    assertThat(receipt.identity().sha256()).isNull();
    assertThat(root.append(LOG, "fourth").rescued()).isNull();
  }

  @Test
  void isNotThereIfSomebodyElseEndedTheLine() throws Exception {
    root.append(LOG, "first");
    root.append(LOG, "second");
    tear("theirs\n");
    AppendReceipt receipt = root.append(LOG, "third");
    assertThat(below(LOG)).hasContent("first\nsecond\ntheirs\nthird\n");
    assertThat(receipt.rescued()).isNull();
    assertThat(receipt.offset()).isEqualTo(20);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 65_535, 65_536, 65_537, 300_000})
  void isFoundWhateverItsLength(int length) throws Exception {
    root.publish(LOG, "first\n");
    String torn = "x".repeat(length);
    tear(torn);
    assertThat(rescued(root.append(LOG, "second"))).asString().isEqualTo(torn);
    assertThat(below(LOG)).hasContent("first\nsecond\n");
  }

  /** An append makes a file with its first record whole: it leaves none without a newline. */
  @ParameterizedTest
  @ValueSource(ints = {7, 200_000})
  void isAnotherOnesRecordInAFileOfASingleLine(int length) throws Exception {
    String line = "x".repeat(length);
    root.publish(LOG, line);
    AppendReceipt receipt = root.append(LOG, "second");
    assertThat(below(LOG)).hasContent(line + "\nsecond\n");
    assertThat(receipt.offset()).isEqualTo(length + 1);
    assertThat(receipt.rescued()).isNull();
  }

  @Test
  void isEndedAndStaysIfItCouldBeSomebodyElses() throws Exception {
    root.publish(LOG, "first\n");
    tear("torn");
    AppendReceipt receipt = root.append(LOG, "second", FOREIGN);
    assertThat(below(LOG)).hasContent("first\ntorn\nsecond\n");
    assertThat(receipt.offset()).isEqualTo(11);
    assertThat(receipt.rescued()).isNull();
    byte[] whole = Files.readAllBytes(below(LOG));
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(whole));
  }

  @Test
  void cannotBeToldWithoutFraming() throws Exception {
    root.publish("log", "first\ntorn");
    root.append("log", "second");
    assertThat(below("log")).hasContent("first\ntornsecond");
  }

  @Test
  void staysWhereItIsIfItCannotBeKept() throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.publish(LOG, "first\n");
    tear("torn");
    for (String call : List.of("openTmp", "write", "link", "truncate")) {
      sys.arm(Fault.of(call, 0, Errno.EIO, How.WITHOUT_EFFECT));
      Failures.notCommitted(ErrorCode.IO_ERROR, () -> process.append(LOG, "second"));
      assertThat(below(LOG)).as(call).hasContent("first\ntorn");
    }
    sys.arm();
    process.append(LOG, "second");
    assertThat(below(LOG)).hasContent("first\nsecond\n");
  }

  @Test
  void staysWhereItIsIfThereIsNoRoomForIt() throws Exception {
    root.publish(LOG, "first\n");
    for (int i = 0; i < 1_000; i++) {
      Files.createFile(below(".holdfast/rescued/r-" + i));
    }
    tear("torn");
    Failures.notCommitted(ErrorCode.CAPACITY_EXCEEDED, () -> root.append(LOG, "second"));
    assertThat(below(LOG)).hasContent("first\ntorn");
    Files.delete(below(".holdfast/rescued/r-0"));
    root.append(LOG, "second");
    assertThat(below(LOG)).hasContent("first\nsecond\n");
  }

  @Test
  void isNoReasonToReadALargeFile() throws Exception {
    byte[] large = new byte[1_500_000];
    java.util.Arrays.fill(large, (byte) '\n');
    root.publish(LOG, large, new WriteOptions());
    tear("torn");
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.forget();
    assertThat(rescued(process.append(LOG, "x"))).isEqualTo("torn".getBytes(UTF_8));
    assertThat(sys.below(root.path()).stream().filter("read log.jsonl"::equals)).hasSize(3);
  }
}
