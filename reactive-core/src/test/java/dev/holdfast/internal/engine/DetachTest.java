package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DetachReceipt;
import dev.holdfast.DetachedFile;
import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationOutcome;
import dev.holdfast.WriteOptions;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files that are taken out of their paths, and come back or go for good. */
class DetachTest extends RootTestCase {
  private FileIdentity file;

  @BeforeEach
  void open() {
    file = root.publish("a/file", "content").identity();
  }

  @AfterEach
  void nothingIsStagedOrStaysOpen() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
    assertThat(StoreTree.rescued(root.path())).isEmpty();
  }

  private DetachReceipt detach(TestRoot process) {
    return process.handle().detach("a/file", Expectation.identity(file), new WriteOptions());
  }

  private static MoveReceipt attach(TestRoot process, DetachedFile detached) {
    return process.handle().attach(detached, detached.path(), new WriteOptions());
  }

  private List<String> kept() {
    return Disk.tree(below(".holdfast/detached")).stream().toList();
  }

  @Test
  void comesBackAsTheSameFile() throws Exception {
    DetachedFile detached = detach(root).file();
    assertThat(below("a/file")).doesNotExist();
    assertThat(detached.path()).isEqualTo("a/file");
    assertThat(detached.identity().ino()).isEqualTo(file.ino());
    assertThat(root.handle().detached()).containsExactly(detached);
    assertThat(Disk.mode(below(".holdfast/detached"))).isEqualTo(0700);
    for (String name : kept()) {
      assertThat(Disk.mode(below(".holdfast/detached/" + name))).isEqualTo(0600);
    }

    MoveReceipt receipt = attach(root, detached);
    assertThat(below("a/file")).hasContent("content");
    assertThat(receipt.path()).isEqualTo("a/file");
    assertThat(receipt.identity().ino()).isEqualTo(file.ino());
    assertThat(root.handle().detached()).isEmpty();
    assertThat(kept()).isEmpty();
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> attach(root, detached));
  }

  @Test
  void comesBackInAnotherProcessAfterARestart() {
    DetachedFile detached = detach(root).file();
    root.close();
    TestRoot next = rootAt(root.path());
    assertThat(next.open().recovery().rescued()).isEmpty();
    assertThat(next.handle().detached()).containsExactly(detached);
    attach(next, detached);
    assertThat(next.read("a/file")).isEqualTo("content");
  }

  @Test
  void comesBackAtAnotherPath() {
    DetachedFile detached = detach(root).file();
    root.handle().attach(detached, "x/y/other", new WriteOptions());
    assertThat(below("x/y/other")).hasContent("content");
  }

  @Test
  void canBeDetachedAgain() {
    DetachedFile first = detach(root).file();
    root.publish("a/file", "second");
    DetachedFile second =
        root.handle()
            .detach(
                "a/file",
                Expectation.identity(root.handle().identify("a/file")),
                new WriteOptions())
            .file();
    assertThat(root.handle().detached()).containsExactlyInAnyOrder(first, second);
  }

  /** RM-14. */
  @Test
  void neverReplaces() {
    DetachedFile detached = detach(root).file();
    root.publish("a/file", "occupant");
    Failures.notCommitted(ErrorCode.DESTINATION_CONFLICT, () -> attach(root, detached));
    assertThat(below("a/file")).hasContent("occupant");
    assertThat(root.handle().detached()).containsExactly(detached);
  }

  @Test
  void refusesWhatWasChangedMeanwhile() throws Exception {
    DetachedFile detached = detach(root).file();
    Files.writeString(below(".holdfast/detached/" + detached.id()), "changed");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> attach(root, detached));
    Failures.notCommitted(
        ErrorCode.IDENTITY_MISMATCH, () -> root.handle().discard(detached, new WriteOptions()));
    DetachedFile asItIs = root.handle().detached().get(0);
    attach(root, asItIs);
    assertThat(below("a/file")).hasContent("changed");
  }

  @Test
  void isGoneWhenItIsDiscarded() {
    DetachedFile detached = detach(root).file();
    root.handle().discard(detached, new WriteOptions());
    assertThat(kept()).isEmpty();
    Failures.notCommitted(
        ErrorCode.NOT_FOUND, () -> root.handle().discard(detached, new WriteOptions()));
  }

  @Test
  void refusesWhatIsNotExpected() {
    root.replace("a/file", "content");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> detach(root));
    root.remove("a/file");
    Failures.notCommitted(ErrorCode.NOT_FOUND, () -> detach(root));
    assertThat(root.handle().detached()).isEmpty();
  }

  @Test
  void refusesIdsThatAreNone() {
    DetachedFile forged = new DetachedFile("../../a/file", "b", file);
    Failures.notCommitted(ErrorCode.INVALID_REQUEST, () -> attach(root, forged));
    Failures.notCommitted(
        ErrorCode.INVALID_REQUEST, () -> root.handle().discard(forged, new WriteOptions()));
    assertThat(below("a/file")).hasContent("content");
  }

  @Test
  void putsBackWhatGotToTheNameInTheLastMoment() {
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), acting);
    process.open();
    acting.before(
        "renameNoReplace",
        1,
        () ->
            Files.move(
                Disk.file(temp.resolve("theirs"), "theirs"),
                below("a/file"),
                StandardCopyOption.ATOMIC_MOVE));
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> detach(process));
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("a/file")).hasContent("theirs");
    assertThat(kept()).isEmpty();
  }

  /** What a process leaves that dies between the note and the file. */
  @Test
  void aSweepRemovesNotesWithoutAFile() throws Exception {
    DetachedFile detached = detach(root).file();
    Disk.file(below(".holdfast/detached/" + "0".repeat(32) + ".path"), "a/other");
    Disk.file(below(".holdfast/detached/foreign.path"), "not ours");
    root.handle().sweep();
    assertThat(kept())
        .containsExactlyInAnyOrder(detached.id(), detached.id() + ".path", "foreign.path");
    Files.delete(below(".holdfast/detached/" + detached.id() + ".path"));
    assertThat(root.handle().detached()).extracting(DetachedFile::path).containsExactly("");
  }

  @Test
  void readOnlyHandlesOnlyLook() {
    DetachedFile detached = detach(root).file();
    StoreHandle reader = rootAt(root.path()).openReadOnly();
    assertThat(reader.detached()).containsExactly(detached);
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE, () -> reader.attach(detached, "a/file", new WriteOptions()));
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE,
        () ->
            reader.detach(
                "a/file",
                Expectation.identity(file),
                new WriteOptions().setDurability(Durability.OS_BUFFERED)));
  }
}
