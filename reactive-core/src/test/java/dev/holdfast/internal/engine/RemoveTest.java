package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Skip;
import java.io.InputStream;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a remove takes away, and what it does not. */
class RemoveTest extends RootTestCase {

  @BeforeEach
  void open() {
    root.open();
  }

  @AfterEach
  void nothingIsStagedOrRescued() throws Exception {
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
    Held.byOneWriter(root.path());
  }

  private void refused(ErrorCode code) throws Exception {
    String before = ReplaceRefusalTest.attributes(below("name"));
    MutationOutcome outcome = Failures.notCommitted(code, () -> root.remove("name"));
    assertThat(outcome.residue()).isEmpty();
    assertThat(ReplaceRefusalTest.attributes(below("name"))).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"file", "a/file", "a/b/c/file"})
  void takesTheFileAndNothingElse(String path) {
    FileIdentity published = root.publish(path, "content").identity();
    root.publish(path + "2", "other");
    RemoveReceipt receipt = root.remove(path);
    assertThat(receipt.path()).isEqualTo(path);
    assertThat(receipt.identity().ino()).isEqualTo(published.ino());
    assertThat(receipt.identity().size()).isEqualTo(7);
    assertThat(below(path)).doesNotExist();
    assertThat(root.read(path + "2")).isEqualTo("other");
  }

  @Test
  void freesTheName() {
    for (int i = 0; i < 3; i++) {
      root.publish("file", "content " + i);
      root.remove("file");
    }
    assertThat(StoreTree.users(root.path())).isEmpty();
  }

  @Test
  void leavesTheFileWholeToWhoHasItOpen() throws Exception {
    root.publish("file", "content");
    try (InputStream open = Files.newInputStream(below("file"))) {
      root.remove("file");
      assertThat(open.readAllBytes()).asString().isEqualTo("content");
    }
  }

  @Test
  void isProvenDurableUnlessAskedOtherwise() {
    root.publish("file", "content");
    MutationOutcome full = root.remove("file").outcome();
    assertThat(full.state()).isEqualTo(State.COMMITTED);
    assertThat(full.phase()).isEqualTo(Phase.COMPLETE);
    assertThat(full.primitive()).isEqualTo(Primitive.RENAMEAT2_NOREPLACE);
    assertThat(full.durability()).isEqualTo(DurabilityState.PROVEN);
    root.publish("file", "content");
    WriteOptions buffered = new WriteOptions().setDurability(Durability.OS_BUFFERED);
    assertThat(root.handle().remove("file", buffered).outcome().durability())
        .isEqualTo(DurabilityState.NOT_ATTEMPTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"nothing", "a/nothing", "file/nothing"})
  void findsNothingWhereNothingIs(String path) throws Exception {
    Disk.file(below("file"), "content");
    MutationOutcome outcome = Failures.notCommitted(ErrorCode.NOT_FOUND, () -> root.remove(path));
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("a")).doesNotExist();
    assertThat(below("file")).hasContent("content");
  }

  @Test
  void refusesADirectory() throws Exception {
    Disk.directory(below("name"));
    refused(ErrorCode.NOT_REGULAR_FILE);
    Disk.file(below("name/inside"), "content");
    refused(ErrorCode.NOT_REGULAR_FILE);
  }

  @Test
  void refusesALink() throws Exception {
    Disk.file(below("target"), "content");
    Files.createSymbolicLink(below("name"), below("target"));
    refused(ErrorCode.REPARSE_POINT);
    assertThat(below("target")).hasContent("content");
  }

  @Test
  void refusesAFifo() throws Exception {
    if (!Disk.run("mkfifo", "-m", "600", below("name").toString())) {
      Skip.because("no mkfifo");
    }
    refused(ErrorCode.NOT_REGULAR_FILE);
  }

  @Test
  void refusesAFileWithTwoNames() throws Exception {
    Disk.file(below("name"), "content");
    Files.createLink(below("other"), below("name"));
    refused(ErrorCode.HARD_LINK);
  }

  @ParameterizedTest
  @ValueSource(ints = {0644, 0400})
  void refusesAFileWithAnotherMode(int mode) throws Exception {
    Disk.chmod(Disk.file(below("name"), "content"), mode);
    refused(ErrorCode.MODE_MISMATCH);
  }

  @Test
  void refusesAFileOfAnotherOwner() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a file away");
    }
    Disk.file(below("name"), "content");
    Files.setAttribute(below("name"), "unix:uid", 12_345);
    refused(ErrorCode.OWNER_MISMATCH);
  }
}
