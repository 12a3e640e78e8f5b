package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Comparison;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that are compared and replaced where two names cannot be exchanged. */
class CooperativeTest extends RootTestCase {
  private ActingSys acting;
  private TestRoot process;
  private FileIdentity old;

  @BeforeEach
  void open() {
    acting = new ActingSys(new CannotExchange(TestRoot.LINUX));
    process = rootAt(root.path(), acting);
    old = process.publish("file", "old").identity();
  }

  private ReplaceReceipt compareAndReplace() {
    ByteSource content = ByteSource.of("new".getBytes(UTF_8));
    return process
        .handle()
        .compareAndReplace("file", Expectation.identity(old), content, new WriteOptions());
  }

  @Test
  void capabilitiesAndReceiptSaySo() {
    assertThat(process.handle().capabilities().comparison()).isEqualTo(Comparison.COOPERATIVE);
    ReplaceReceipt receipt = compareAndReplace();
    assertThat(receipt.comparison()).isEqualTo(Comparison.COOPERATIVE);
    assertThat(receipt.outcome().primitive()).isEqualTo(Primitive.RENAMEAT_REPLACE);
    assertThat(below("file")).hasContent("new");
    assertThat(process.replace("file", "newer").comparison()).isEqualTo(Comparison.NONE);
    assertThat(root.handle().capabilities().comparison()).isEqualTo(Comparison.EXACT);
  }

  @Test
  void refusesWhatIsNotExpected() {
    root.replace("file", "other");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, this::compareAndReplace);
    root.remove("file");
    Failures.notCommitted(ErrorCode.NOT_FOUND, this::compareAndReplace);
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  /** The last look is right before the rename: whoever came before it is seen. */
  @Test
  void comparesOnceMoreRightBeforeTheRename() {
    acting.after(
        "ofdTryLock",
        1,
        () ->
            Files.move(
                Disk.file(temp.resolve("theirs"), "theirs"),
                below("file"),
                StandardCopyOption.ATOMIC_MOVE));
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, this::compareAndReplace);
    assertThat(below("file")).hasContent("theirs");
  }

  @Test
  void oneFileTakesThePlaceOfAnother() {
    FileIdentity next = process.publish("next", "successor").identity();
    ReplaceReceipt receipt =
        process
            .handle()
            .replaceFrom(
                "next",
                Expectation.identity(next),
                "file",
                Expectation.identity(old),
                new WriteOptions());
    assertThat(receipt.comparison()).isEqualTo(Comparison.COOPERATIVE);
    assertThat(below("file")).hasContent("successor");
    assertThat(below("next")).doesNotExist();
  }

  @Test
  void olderVersionsCannotBeKept() {
    TestRoot keeping =
        rootAt(temp.resolve("other"), acting)
            .keeping(new HistoryBounds(1, Long.MAX_VALUE, Long.MAX_VALUE));
    assertThat(Failures.request(ErrorCode.UNSUPPORTED_FILESYSTEM, keeping::open))
        .hasMessageContaining("RENAME_EXCHANGE");
  }
}
