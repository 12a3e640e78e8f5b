package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.PublishReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a publish writes, and what its receipt says about it. */
class PublishContentTest extends RootTestCase {
  private static final int CHUNK = 128 * 1024;

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4096, CHUNK - 1, CHUNK, CHUNK + 1, 1024 * 1024, TestRoot.LIMIT})
  void isWholeWhateverItsSize(int size) throws Exception {
    byte[] content = Disk.bytes(size);
    PublishReceipt receipt = root.publish("file", content, new WriteOptions());
    assertThat(below("file")).hasBinaryContent(content);
    assertThat(Disk.mode(below("file"))).isEqualTo(0600);
    assertThat(receipt.identity().size()).isEqualTo(size);
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(content));
    assertThat(root.handle().read("file").bytes()).isEqualTo(content);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4096, 65_537})
  void isWholeThoughTheKernelWritesLessThanAsked(int most) {
    byte[] content = Disk.bytes(most == 1 ? 1000 : 300_000);
    ForwardingSys shortWrites =
        new ForwardingSys(TestRoot.LINUX) {
          @Override
          public int write(Fd file, long position, byte[] source, int offset, int length)
              throws SysException {
            return super.write(file, position, source, offset, Math.min(most, length));
          }

          @Override
          public int read(Fd file, long position, byte[] target, int offset, int length)
              throws SysException {
            return super.read(file, position, target, offset, Math.min(most, length));
          }
        };
    TestRoot slow = rootAt(root.path(), shortWrites);
    PublishReceipt receipt = slow.publish("file", content, new WriteOptions());
    assertThat(below("file")).hasBinaryContent(content);
    assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(content));
    assertThat(slow.handle().read("file").bytes()).isEqualTo(content);
  }

  @Test
  void isIdentifiedByItsReceipt() throws Exception {
    PublishReceipt receipt = root.publish("file", "content");
    assertThat(receipt.path()).isEqualTo("file");
    assertThat(receipt.identity().ino()).isEqualTo(Files.getAttribute(below("file"), "unix:ino"));
    assertThat(receipt.identity().nlink()).isEqualTo(1);
    assertThat(root.handle().read("file").identity().sameAs(receipt.identity())).isTrue();
    assertThat(root.handle().identify("file").sameAs(receipt.identity())).isTrue();
  }

  @Test
  void isProvenDurableUnlessAskedOtherwise() {
    MutationOutcome full = root.publish("full", "content").outcome();
    assertThat(full.state()).isEqualTo(State.COMMITTED);
    assertThat(full.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(full.primitive()).isEqualTo(Primitive.LINKAT_NOREPLACE);
    assertThat(full.durability()).isEqualTo(DurabilityState.PROVEN);
    assertThat(full.residue()).isEmpty();
    MutationOutcome buffered =
        root.publish(
                "buffered", new byte[1], new WriteOptions().setDurability(Durability.OS_BUFFERED))
            .outcome();
    assertThat(buffered.durability()).isEqualTo(DurabilityState.NOT_ATTEMPTED);
  }

  @Test
  void isRefusedAboveTheLimitBeforeAnyCall() throws Exception {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot traced = rootAt(root.path(), sys);
    traced.open();
    sys.forget();
    Failures.notCommitted(
        ErrorCode.TOO_LARGE,
        () -> traced.publish("file", new byte[TestRoot.LIMIT + 1], new WriteOptions()));
    assertThat(sys.below(temp)).isEmpty();
    assertThat(below("file")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void isNotThereIfItsSourceFails(int copies) throws Exception {
    ByteSource broken =
        new ByteSource() {
          private int copied;

          @Override
          public int length() {
            return CHUNK * 2;
          }

          @Override
          public void copy(int position, byte[] target, int length) {
            if (copied++ == copies) {
              throw new IllegalStateException("the source is broken");
            }
          }
        };
    StoreHandle handle = root.open();
    Failures.notCommitted(
        ErrorCode.IO_ERROR, () -> handle.publish("file", broken, new WriteOptions()));
    assertThat(below("file")).doesNotExist();
    Held.byOneWriter(root.path());
  }

  @Test
  void isNotThereIfItCannotBeSynced() throws Exception {
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot failing = rootAt(root.path(), sys);
    failing.open();
    sys.arm(FaultySys.Fault.of("sync", 0, Errno.EIO, FaultySys.How.WITHOUT_EFFECT));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.IO_ERROR, () -> failing.publish("file", "text"));
    assertThat(outcome.phase()).isEqualTo(Phase.FILE_SYNC);
    assertThat(below("file")).doesNotExist();
    assertThat(sys.calls()).extracting(InterceptingSys.Call::name).containsOnlyOnce("sync");
  }

  @Test
  void isNotThereIfMemoryRunsOut() throws Exception {
    ByteSource greedy =
        new ByteSource() {
          @Override
          public int length() {
            return 1;
          }

          @Override
          public void copy(int position, byte[] target, int length) {
            throw new OutOfMemoryError("not really");
          }
        };
    StoreHandle handle = root.open();
    var failure =
        Failures.change(
            ErrorCode.IO_ERROR,
            State.NOT_COMMITTED,
            () -> handle.publish("file", greedy, new WriteOptions()));
    assertThat(failure).hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(below("file")).doesNotExist();
  }

  @Test
  void keepsNamesAsTheyAre() {
    for (String name :
        new String[] {"n".repeat(255), "with space", "-rf", "*", "a\nb", ".hidden"}) {
      root.publish(name, name);
      assertThat(root.read(name)).isEqualTo(name);
    }
  }
}
