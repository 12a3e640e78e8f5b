package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.io.InputStream;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a replace puts at a name, and what its receipt says about it. */
class ReplaceTest extends RootTestCase {
  private static final int CHUNK = 128 * 1024;

  @BeforeEach
  void open() {
    root.publish("file", "old content");
  }

  @AfterEach
  void nothingIsStagedOrStaysOpen() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
    assertThat(StoreTree.rescued(root.path())).isEmpty();
    Held.byOneWriter(root.path());
  }

  private ReplaceReceipt replace(String file, byte[] content, WriteOptions options) {
    return root.handle().replace(file, ByteSource.of(content), options);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, CHUNK - 1, CHUNK, CHUNK + 1, TestRoot.LIMIT})
  void isWholeWhateverItsSize(int size) throws Exception {
    byte[] content = Disk.bytes(size);
    ReplaceReceipt receipt = replace("file", content, new WriteOptions());
    assertThat(below("file")).hasBinaryContent(content);
    assertThat(Disk.mode(below("file"))).isEqualTo(0600);
    assertThat(receipt.identity().size()).isEqualTo(size);
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(content));
    assertThat(root.handle().read("file").bytes()).isEqualTo(content);
  }

  @Test
  void saysWhetherSomethingWasThere() {
    assertThat(root.replace("file", "new").created()).isFalse();
    assertThat(root.replace("fresh", "new").created()).isTrue();
    assertThat(root.replace("fresh", "newer").created()).isFalse();
    root.remove("fresh");
    assertThat(root.replace("fresh", "again").created()).isTrue();
  }

  @Test
  void isAnotherFileIdentifiedByItsReceipt() throws Exception {
    Object old = Files.getAttribute(below("file"), "unix:ino");
    ReplaceReceipt receipt = root.replace("file", "new");
    assertThat(receipt.path()).isEqualTo("file");
    assertThat(receipt.identity().ino())
        .isNotEqualTo(old)
        .isEqualTo(Files.getAttribute(below("file"), "unix:ino"));
    assertThat(receipt.identity().nlink()).isEqualTo(1);
    assertThat(root.handle().read("file").identity().sameAs(receipt.identity())).isTrue();
  }

  @Test
  void leavesTheOldFileWholeToWhoHasItOpen() throws Exception {
    try (InputStream old = Files.newInputStream(below("file"))) {
      root.replace("file", "new");
      assertThat(old.readAllBytes()).asString().isEqualTo("old content");
    }
    assertThat(below("file")).hasContent("new");
  }

  @Test
  void leavesNoOtherNameOfTheOldFile() throws Exception {
    try (InputStream old = Files.newInputStream(below("file"))) {
      root.replace("file", "new");
      assertThat(Disk.nameless(below("file"))).as("open, and without a name").isTrue();
      assertThat(old.read()).isPositive();
    }
  }

  @Test
  void isProvenDurableUnlessAskedOtherwise() {
    MutationOutcome full = root.replace("file", "new").outcome();
    assertThat(full.state()).isEqualTo(State.COMMITTED);
    assertThat(full.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(full.primitive()).isEqualTo(Primitive.RENAMEAT_REPLACE);
    assertThat(full.durability()).isEqualTo(DurabilityState.PROVEN);
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    assertThat(replace("file", new byte[1], buffered).outcome().durability())
        .isEqualTo(DurabilityState.NOT_ATTEMPTED);
  }

  @Test
  void makesItsParentsUnlessNotWanted() throws Exception {
    assertThat(root.replace("a/b/file", "new").created()).isTrue();
    assertThat(Disk.mode(below("a/b"))).isEqualTo(0700);
    WriteOptions strict = new WriteOptions().setCreateParents(false);
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> replace("c/file", new byte[1], strict));
    assertThat(below("c")).doesNotExist();
  }

  @Test
  void isRefusedAboveTheLimit() throws Exception {
    Failures.notCommitted(
        ErrorCode.TOO_LARGE,
        () -> replace("file", new byte[TestRoot.LIMIT + 1], new WriteOptions()));
    assertThat(below("file")).hasContent("old content");
  }

  @Test
  void isNotMadeIfItsSourceFails() {
    ByteSource broken =
        new ByteSource() {
          @Override
          public int length() {
            return 2 * CHUNK;
          }

          @Override
          public void copy(int position, byte[] target, int length) {
            if (position > 0) {
              throw new IllegalStateException("the source is broken");
            }
          }
        };
    Failures.notCommitted(
        ErrorCode.IO_ERROR, () -> root.handle().replace("file", broken, new WriteOptions()));
    assertThat(below("file")).hasContent("old content");
  }

  @Test
  void keepsNoTimesOfTheOldFile() throws Exception {
    var before = root.handle().identify("file");
    ReplaceReceipt receipt = root.replace("file", "old content");
    assertThat(receipt.identity().sameAs(before)).isFalse();
  }
}
