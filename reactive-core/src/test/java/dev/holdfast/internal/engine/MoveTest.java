package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationOutcome;
import dev.holdfast.WriteOptions;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that get another path, or a copy at one. */
class MoveTest extends RootTestCase {
  private FileIdentity file;

  @BeforeEach
  void open() {
    file = root.publish("file", "content").identity();
  }

  @AfterEach
  void nothingIsStagedOrStaysOpen() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
    assertThat(StoreTree.rescued(root.path())).isEmpty();
    Held.byOneWriter(root.path());
  }

  private MoveReceipt move(TestRoot process, String source, String destination) {
    return process
        .handle()
        .move(source, destination, Expectation.identity(file), new WriteOptions());
  }

  @Test
  void keepsTheFileAndItsContent() throws Exception {
    MoveReceipt receipt = move(root, "file", "other");
    assertThat(below("file")).doesNotExist();
    assertThat(below("other")).hasContent("content");
    assertThat(receipt.path()).isEqualTo("other");
    assertThat(receipt.source()).isEqualTo("file");
    assertThat(receipt.identity().ino()).isEqualTo(file.ino());
    assertThat(root.handle().identify("other").sameAs(receipt.identity())).isTrue();
  }

  @Test
  void makesTheParentsOfTheNewPath() throws Exception {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.forget();
    move(process, "file", "a/b/file");
    assertThat(below("a/b/file")).hasContent("content");
    assertThat(Disk.mode(below("a/b"))).isEqualTo(0700);
    assertThat(sys.syncs(root.path())).endsWith("a/b", ".");
    process.close();
  }

  @Test
  void neverReplaces() {
    root.publish("taken", "taken");
    Failures.notCommitted(ErrorCode.DESTINATION_CONFLICT, () -> move(root, "file", "taken"));
    assertThat(below("file")).hasContent("content");
    assertThat(below("taken")).hasContent("taken");
  }

  @Test
  void refusesWhatIsNotExpectedBeforeItMakesDirectories() {
    root.replace("file", "content");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> move(root, "file", "a/file"));
    root.remove("file");
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> move(root, "file", "a/file"));
    Failures.notCommitted(ErrorCode.INVALID_PATH, () -> move(root, "file", "file"));
    assertThat(below("a")).doesNotExist();
  }

  @Test
  void putsBackWhatGotToTheOldNameInTheLastMoment() {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), acting);
    process.open();
    acting.before(
        "renameNoReplace",
        1,
        () ->
            Files.move(
                Disk.file(temp.resolve("theirs"), "theirs"),
                below("file"),
                StandardCopyOption.ATOMIC_MOVE));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> move(process, "file", "other"));
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("file")).hasContent("theirs");
    assertThat(below("other")).doesNotExist();
    process.close();
  }

  @Test
  void copiesOneWholeVersion() {
    root.handle().copy("file", "a/copy", Expectation.identity(file), new WriteOptions());
    assertThat(below("file")).hasContent("content");
    assertThat(below("a/copy")).hasContent("content");
    Failures.notCommitted(
        ErrorCode.DESTINATION_CONFLICT,
        () -> root.handle().copy("file", "a/copy", Expectation.identity(file), new WriteOptions()));
    byte[] other = "other".getBytes(UTF_8);
    Failures.notCommitted(
        ErrorCode.IDENTITY_MISMATCH,
        () ->
            root.handle()
                .copy(
                    "file",
                    "b",
                    Expectation.content(Disk.sha256(other), other.length),
                    new WriteOptions()));
    Failures.notCommitted(
        ErrorCode.NOT_FOUND,
        () -> root.handle().copy("nothing", "b", Expectation.identity(file), new WriteOptions()));
  }
}
