package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.RecoveryReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the next process does with what a dead one left in staging. */
class RecoveryTest extends RootTestCase {
  private DeadEngine dead;

  @BeforeEach
  void leaveSomethingBehind() throws Exception {
    root.publish("file", "content");
    root.close();
    dead = DeadEngine.in(root.path());
  }

  @AfterEach
  void userFilesAreNotConcerned() {
    assertThat(below("file")).hasContent("content");
  }

  private RecoveryReport recover() {
    root.close();
    return root.open().recovery();
  }

  private void isGone(DeadEngine engine) {
    assertThat(engine.directory()).doesNotExist();
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  /** One object was rescued, bytes intact, under the name that the report gives. */
  private void isRescued(RecoveryReport report, String content) {
    assertThat(report.removed()).isZero();
    assertThat(report.left()).isEmpty();
    assertThat(report.rescued())
        .hasSize(1)
        .containsExactlyElementsOf(StoreTree.rescued(root.path()));
    assertThat(below(report.rescued().get(0))).hasContent(content);
    isGone(dead);
  }

  @Test
  void reportsNothingWhereNothingWas() throws Exception {
    Files.delete(dead.directory().resolve("owner"));
    Files.delete(dead.directory());
    assertThat(recover()).isEqualTo(RecoveryReport.NOTHING);
    assertThat(recover()).isEqualTo(RecoveryReport.NOTHING);
  }

  @Test
  void removesAnEngineThatLeftNothing() {
    RecoveryReport report = recover();
    assertThat(report).isEqualTo(new RecoveryReport(1, 0, 0, List.of(), List.of()));
    isGone(dead);
  }

  @Test
  void removesWhatNeverBecameVisible() throws Exception {
    dead.fresh("half a fi");
    dead.fresh("");
    RecoveryReport report = recover();
    assertThat(report).isEqualTo(new RecoveryReport(1, 2, 0, List.of(), List.of()));
    isGone(dead);
  }

  @Test
  void removesExactlyTheFileThatWasBeingRemoved() throws Exception {
    dead.removing("removed content");
    RecoveryReport report = recover();
    assertThat(report).isEqualTo(new RecoveryReport(1, 1, 0, List.of(), List.of()));
    isGone(dead);
    assertThat(StoreTree.rescued(root.path())).isEmpty();
  }

  @Test
  void removesOurOwnObjectOfAnExchange() throws Exception {
    Path ours = Disk.file(dead.directory().resolve("x"), "ours");
    Object inode = Files.getAttribute(ours, "unix:ino");
    Files.move(ours, dead.directory().resolve(dead.crossing(1, 2, 3, inode)));
    assertThat(recover()).isEqualTo(new RecoveryReport(1, 1, 0, List.of(), List.of()));
    isGone(dead);
  }

  @Test
  void keepsAFileWithAnotherInode() throws Exception {
    dead.foreign("theirs");
    isRescued(recover(), "theirs");
  }

  @Test
  void keepsAFileWithAnotherSize() throws Exception {
    Path file = dead.removing("content");
    FileTime mtime = Files.getLastModifiedTime(file);
    Files.writeString(file, "content and more");
    Files.setLastModifiedTime(file, mtime);
    isRescued(recover(), "content and more");
  }

  @Test
  void keepsAFileWithAnotherModificationTime() throws Exception {
    Path file = dead.removing("content");
    Files.setLastModifiedTime(file, FileTime.fromMillis(1_000));
    isRescued(recover(), "content");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "notes.txt",
        "x-",
        "x-0-0-0.0.0",
        "X-00000000000000000000000000000001-0-1.1.1",
        "owner2",
        "N-00000000000000000000000000000001",
        "n",
        ".holdfast"
      })
  void keepsWhatHasNoNameOfOurs(String name) throws Exception {
    Disk.file(dead.directory().resolve(name), "theirs");
    isRescued(recover(), "theirs");
  }

  @Test
  void keepsANumberThatIsTooLargeToBeOne() throws Exception {
    String random = "0".repeat(32);
    Disk.file(dead.directory().resolve("x-" + random + "-0-1.1.99999999999999999999"), "theirs");
    Disk.file(dead.directory().resolve("x-" + random + "-0-99999999999999999999999.1.1"), "theirs");
    assertThat(recover().rescued()).hasSize(2);
    isGone(dead);
  }

  @Test
  void keepsDirectories() throws Exception {
    Path directory = Disk.directory(dead.directory().resolve("n-" + "1".repeat(32)));
    Disk.file(directory.resolve("inside"), "theirs");
    RecoveryReport report = recover();
    assertThat(report.rescued()).hasSize(1);
    assertThat(below(report.rescued().get(0)).resolve("inside")).hasContent("theirs");
    isGone(dead);
  }

  @Test
  void keepsADirectoryThatStandsWhereAFileWasExpected() throws Exception {
    Path directory = Disk.directory(dead.directory().resolve("x"));
    Map<String, Object> is = Files.readAttributes(directory, "unix:ino,size,lastModifiedTime");
    String name = dead.crossing(is.get("ino"), is.get("size"), DeadEngine.mtime(is), 0);
    Files.move(directory, dead.directory().resolve(name));
    assertThat(recover().rescued()).hasSize(1);
    isGone(dead);
  }

  @Test
  void keepsLinksAsTheyAre() throws Exception {
    Files.createSymbolicLink(dead.directory().resolve("link"), below("file"));
    RecoveryReport report = recover();
    assertThat(report.rescued()).hasSize(1);
    assertThat(Files.readSymbolicLink(below(report.rescued().get(0)))).isEqualTo(below("file"));
  }

  @Test
  void dealsWithSeveralDeadEngines() throws Exception {
    dead.fresh("one");
    DeadEngine second = DeadEngine.withoutOwner(root.path(), 1);
    Disk.file(second.directory().resolve("owner"), "");
    second.fresh("two");
    second.foreign("theirs");
    RecoveryReport report = recover();
    assertThat(report.engines()).isEqualTo(2);
    assertThat(report.removed()).isEqualTo(2);
    assertThat(report.rescued()).hasSize(1);
    isGone(second);
  }

  @Test
  void isReportedToEveryHandleOfTheEngineAndNotToTheNext() throws Exception {
    dead.fresh("one");
    RecoveryReport report = recover();
    assertThat(root.open().recovery()).isEqualTo(report);
    assertThat(recover()).isEqualTo(RecoveryReport.NOTHING);
  }

  @Test
  void isNotDoneByAReader() throws Exception {
    Path fresh = dead.fresh("one");
    assertThat(root.openReadOnly().recovery()).isEqualTo(RecoveryReport.NOTHING);
    assertThat(fresh).exists();
  }
}
