package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Comparison;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One file of the store that takes the place of another one: scenarios XR. */
class ReplaceFromTest extends RootTestCase {
  private FileIdentity source;
  private FileIdentity destination;
  private ActingSys acting;
  private TestRoot process;

  @BeforeEach
  void open() {
    source = root.publish("staged/next", "successor").identity();
    destination = root.publish("live", "predecessor").identity();
    acting = new ActingSys(TestRoot.LINUX);
    process = rootAt(root.path(), acting);
    process.open();
  }

  @AfterEach
  void nothingIsStaged() throws Exception {
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  private ReplaceReceipt replaceFrom() {
    return replaceFrom(source, destination);
  }

  private ReplaceReceipt replaceFrom(FileIdentity expectedSource, FileIdentity expected) {
    return process
        .handle()
        .replaceFrom(
            "staged/next",
            Expectation.identity(expectedSource),
            "live",
            Expectation.identity(expected),
            new WriteOptions());
  }

  private void foreign(String path, String content) throws Exception {
    Path theirs = Disk.file(temp.resolve("theirs"), content);
    Files.move(theirs, below(path), StandardCopyOption.ATOMIC_MOVE);
  }

  /** XR-01, but that nothing remains. */
  @Test
  void takesThePlaceAndLeavesItsOwn() {
    ReplaceReceipt receipt = replaceFrom();
    assertThat(below("live")).hasContent("successor");
    assertThat(below("staged/next")).doesNotExist();
    assertThat(receipt.identity().ino()).isEqualTo(source.ino());
    assertThat(receipt.comparison()).isEqualTo(Comparison.EXACT);
    assertThat(receipt.path()).isEqualTo("live");
    assertThat(process.handle().identify("live").sameAs(receipt.identity())).isTrue();
    assertThat(StoreTree.own(root.path())).filteredOn(name -> name.contains("rescued/")).isEmpty();
  }

  /** XR-02, XR-16, XR-17. */
  @Test
  void refusesWhatIsNotExpectedOnEitherSide() {
    root.replace("live", "predecessor");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, this::replaceFrom);
    FileIdentity now = root.handle().identify("live");
    root.replace("staged/next", "successor");
    Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, () -> replaceFrom(source, now));
    source = root.handle().identify("staged/next");
    root.remove("live");
    Failures.notCommitted(ErrorCode.NOT_FOUND, this::replaceFrom);
    Failures.notCommitted(
        ErrorCode.INVALID_PATH,
        () ->
            process
                .handle()
                .replaceFrom(
                    "live",
                    Expectation.identity(source),
                    "live",
                    Expectation.identity(source),
                    new WriteOptions()));
    assertThat(below("staged/next")).hasContent("successor");
  }

  @Test
  void putsBackWhatGotToTheDestinationInTheLastMoment() {
    acting.before("renameExchange", 1, () -> foreign("live", "theirs"));
    MutationOutcome outcome = Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, this::replaceFrom);
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("live")).hasContent("theirs");
    assertThat(below("staged/next")).hasContent("successor");
  }

  @Test
  void putsBackWhatGotToTheSourceInTheLastMoment() {
    acting.before("renameNoReplace", 1, () -> foreign("staged/next", "theirs"));
    MutationOutcome outcome = Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, this::replaceFrom);
    assertThat(outcome.residue()).isEmpty();
    assertThat(below("live")).hasContent("predecessor");
    assertThat(below("staged/next")).hasContent("theirs");
  }

  /** Then ours cannot go home, and is kept; nothing of theirs is touched. */
  @Test
  void keepsTheSuccessorIfItsNameIsTakenMeanwhile() {
    acting.before(
        "renameExchange",
        1,
        () -> {
          foreign("live", "theirs");
          foreign("staged/next", "theirs too");
        });
    MutationOutcome outcome = Failures.notCommitted(ErrorCode.IDENTITY_MISMATCH, this::replaceFrom);
    assertThat(below("live")).hasContent("theirs");
    assertThat(below("staged/next")).hasContent("theirs too");
    assertThat(outcome.residue()).hasSize(1);
    assertThat(below(outcome.residue().get(0))).hasContent("successor");
    assertThat(outcome.residue().get(0)).startsWith(".holdfast/rescued/");
  }

  /** XR-05: it was made, and replaced at once by somebody else. */
  @Test
  void leavesWhatReplacedTheSuccessorAtOnce() {
    acting.after("renameExchange", 1, () -> foreign("live", "theirs"));
    MutationException failure =
        Failures.change(ErrorCode.IDENTITY_MISMATCH, State.COMMITTED, this::replaceFrom);
    assertThat(below("live")).hasContent("theirs");
    assertThat(below("staged/next")).doesNotExist();
    assertThat(failure.mutation().residue()).hasSize(1); // the note, for recovery
    process.close();
    rootAt(root.path()).open();
  }

  /** XR-04: what came to the source meanwhile is none of our business. */
  @Test
  void leavesWhatIsPutAtTheSourceAfterwards() {
    acting.after("renameExchange", 1, () -> foreign("staged/next", "theirs"));
    replaceFrom();
    assertThat(below("live")).hasContent("successor");
    assertThat(below("staged/next")).hasContent("theirs");
  }

  @Test
  void keepsOpenNothingOfTheReplacedFile() throws Exception {
    root.append("live", "record\n");
    destination = root.handle().identify("live");
    root.handle()
        .replaceFrom(
            "staged/next",
            Expectation.identity(source),
            "live",
            Expectation.identity(destination),
            new WriteOptions());
    process.close();
    Held.byOneWriter(root.path());
  }
}
