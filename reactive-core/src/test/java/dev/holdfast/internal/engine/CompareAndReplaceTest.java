package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.RequestException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes that are made only if what is there is what was expected. */
class CompareAndReplaceTest extends RootTestCase {
  private FileIdentity old;

  @BeforeEach
  void open() {
    old = root.publish("file", "old content").identity();
  }

  @AfterEach
  void nothingIsStagedOrStaysOpen() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byOneWriter(root.path());
  }

  private static ReplaceReceipt replace(TestRoot process, String file, Expectation expectation) {
    ByteSource content = ByteSource.of("new content".getBytes(UTF_8));
    return process.handle().compareAndReplace(file, expectation, content, new WriteOptions());
  }

  private Expectation content(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    return Expectation.content(Disk.sha256(bytes), bytes.length);
  }

  @Test
  void replacesTheIdentityThatAReceiptGave() {
    ReplaceReceipt receipt = replace(root, "file", Expectation.identity(old));
    assertThat(below("file")).hasContent("new content");
    assertThat(receipt.created()).isFalse();
    assertThat(receipt.outcome().primitive()).isEqualTo(Primitive.RENAMEAT2_EXCHANGE);
    replace(root, "file", Expectation.identity(receipt.identity()));
  }

  @Test
  void replacesTheIdentitiesThatLooksGave() {
    replace(root, "file", Expectation.identity(root.handle().read("file").identity()));
    replace(root, "file", Expectation.identity(root.handle().identify("file")));
  }

  @Test
  void replacesAnExpectedContentAcrossProcesses() {
    TestRoot other = rootAt(root.path());
    replace(other, "file", content("old content"));
    assertThat(below("file")).hasContent("new content");
    other.close();
  }

  @Test
  void refusesAnotherObjectWithTheSameContent() {
    root.replace("file", "old content");
    MutationOutcome outcome =
        Failures.notCommitted(
            ErrorCode.IDENTITY_MISMATCH, () -> replace(root, "file", Expectation.identity(old)));
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("file")).hasContent("old content");
  }

  @Test
  void refusesTheSameObjectInAnotherState() throws Exception {
    Files.writeString(below("file"), "old CONTENT");
    Failures.notCommitted(
        ErrorCode.IDENTITY_MISMATCH, () -> replace(root, "file", Expectation.identity(old)));
    Failures.notCommitted(
        ErrorCode.IDENTITY_MISMATCH, () -> replace(root, "file", content("old content")));
    assertThat(below("file")).hasContent("old CONTENT");
  }

  @Test
  void refusesWhatIsNotThere() {
    root.remove("file");
    Failures.notCommitted(
        ErrorCode.NOT_FOUND, () -> replace(root, "file", Expectation.identity(old)));
    Failures.notCommitted(
        ErrorCode.NOT_FOUND, () -> replace(root, "dir/file", content("old content")));
    assertThat(below("dir")).doesNotExist();
  }

  /** RP-02: somebody who takes no locks puts a file of his own there in the last moment. */
  @Test
  void putsBackWhatGotThereInTheLastMoment() {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), acting);
    process.open();
    Path theirs = temp.resolve("theirs");
    acting.before(
        "renameExchange",
        1,
        () -> {
          Disk.file(theirs, "their content");
          Files.move(theirs, below("file"), StandardCopyOption.ATOMIC_MOVE);
        });
    MutationOutcome outcome =
        Failures.notCommitted(
            ErrorCode.IDENTITY_MISMATCH, () -> replace(process, "file", Expectation.identity(old)));
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("file")).hasContent("their content");
    process.close();
  }

  /** XR-05: a third one replaces our file before the way back. */
  @Test
  void keepsWhatCannotGoBack() throws Exception {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), acting);
    process.open();
    acting.before(
        "renameExchange",
        1,
        () ->
            Files.move(
                Disk.file(temp.resolve("theirs"), "their content"),
                below("file"),
                StandardCopyOption.ATOMIC_MOVE));
    acting.after(
        "renameExchange",
        1,
        () ->
            Files.move(
                Disk.file(temp.resolve("third"), "third content"),
                below("file"),
                StandardCopyOption.ATOMIC_MOVE));
    assertThatThrownBy(() -> replace(process, "file", Expectation.identity(old)))
        .isInstanceOfSatisfying(
            MutationException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
              assertThat(failure.mutation().state()).isEqualTo(State.UNKNOWN);
              assertThat(failure.mutation().residue()).hasSize(1);
              assertThat(below(failure.mutation().residue().get(0))).hasContent("their content");
            });
    assertThat(below("file")).hasContent("third content");
    process.close();
  }

  @Test
  void removesExactlyWhatIsExpected() {
    root.replace("file", "newer content");
    Failures.notCommitted(
        ErrorCode.IDENTITY_MISMATCH,
        () -> root.handle().removeExpected("file", Expectation.identity(old), new WriteOptions()));
    root.handle().removeExpected("file", content("newer content"), new WriteOptions());
    assertThat(below("file")).doesNotExist();
  }

  @Test
  void readsExactlyWhatIsExpected() {
    assertThat(root.handle().readExpected("file", Expectation.identity(old)).bytes())
        .asString()
        .isEqualTo("old content");
    assertThat(root.handle().readExpected("file", content("old content")).bytes()).hasSize(11);
    root.replace("file", "old content");
    assertThatThrownBy(() -> root.handle().readExpected("file", Expectation.identity(old)))
        .isInstanceOfSatisfying(
            RequestException.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.IDENTITY_MISMATCH));
  }

  /** The third sync: recovery has to know the expected file after a power cut too. */
  @Test
  void syncsTheExpectedFileOnlyIfItDidNotMakeItItself() throws Exception {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    assertThat(syncs(process, sys)).isEqualTo(3);
    assertThat(syncs(process, sys)).isEqualTo(2);
    Files.writeString(below("file"), "changed by somebody");
    assertThat(syncs(process, sys)).isEqualTo(3);
    replace(root, "file", Expectation.identity(root.handle().identify("file")));
    assertThat(syncs(process, sys)).isEqualTo(3);
    process.close();
  }

  private int syncs(TestRoot process, TracingSys sys) {
    Expectation now = Expectation.identity(process.handle().identify("file"));
    sys.forget();
    replace(process, "file", now);
    return sys.syncs(root.path()).size();
  }

  @Test
  void deliversAFileOnce() {
    assertThat(root.handle().consume("file", new WriteOptions()).content().bytes())
        .asString()
        .isEqualTo("old content");
    assertThat(below("file")).doesNotExist();
    Failures.request(ErrorCode.NOT_FOUND, () -> root.handle().consume("file", new WriteOptions()));
  }
}
