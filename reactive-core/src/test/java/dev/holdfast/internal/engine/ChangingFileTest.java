package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.read.Content;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file that changes while it is read: one version of it, never a mixture. */
class ChangingFileTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);
  private TestRoot reader;
  private Path file;

  @BeforeEach
  void open() throws Exception {
    reader = rootAt(root.path(), sys);
    reader.open();
    file = Disk.file(below("file"), "first version");
  }

  @AfterEach
  void nothingStaysOpen() throws Exception {
    Held.byOneWriter(root.path());
  }

  private void write(String content) throws Exception {
    Files.writeString(file, content); // in place
  }

  private void replace(String content) throws Exception {
    Path fresh = Disk.file(below("fresh"), content);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private void readsWhole(String expected) {
    Content content = reader.handle().read("file");
    assertThat(new String(content.bytes(), UTF_8)).isEqualTo(expected);
    assertThat(content.identity().sha256()).isEqualTo(Disk.sha256(expected.getBytes(UTF_8)));
    assertThat(content.identity().size()).isEqualTo(expected.length());
  }

  @ParameterizedTest
  @CsvSource({"read,1", "stat,2"})
  void isReadOnceMoreIfItGrew(String call, int nth) {
    sys.before(call, nth, () -> Files.writeString(file, " and more", StandardOpenOption.APPEND));
    readsWhole("first version and more");
    assertThat(file).hasContent("first version and more");
  }

  @Test
  void isReadAsItWasWhileNobodyCommittedThoughItNeverStopsGrowing() {
    sys.beforeEach("read", () -> Files.writeString(file, "+", StandardOpenOption.APPEND));
    readsWhole("first version+");
    assertThat(reader.handle().readPrefix("file", 3).bytes()).asString(UTF_8).isEqualTo("fir");
  }

  /** The end of it was cut off and something else took its place: that was never the whole file. */
  @Test
  void isReadOnceMoreIfItsEndWasReplaced() {
    sys.before("read", 1, () -> write("first other version"));
    readsWhole("first other version");
  }

  @Test
  void isReadAgainIfItGrewAndShrankBelowItsFirstSize() {
    sys.before("stat", 2, () -> Files.writeString(file, "+", StandardOpenOption.APPEND));
    sys.before("ofdTryLock", 1, () -> write("short"));
    readsWhole("short");
  }

  @ParameterizedTest
  @CsvSource({"read,1", "stat,2"})
  void isReadAgainIfItShrank(String call, int nth) {
    sys.before(call, nth, () -> write("short"));
    readsWhole("short");
  }

  @ParameterizedTest
  @CsvSource({"read,1", "stat,2"})
  void isReadAgainIfItWasRewritten(String call, int nth) {
    sys.before(call, nth, () -> write("other version"));
    readsWhole("other version");
  }

  @Test
  void isReadAgainIfItWasEmptied() {
    sys.before("read", 1, () -> write(""));
    readsWhole("");
  }

  @Test
  void isReadAgainAsOftenAsThreeTimes() {
    for (int nth = 1; nth <= 3; nth++) {
      String content = "version " + nth;
      sys.before("read", nth, () -> write(content));
    }
    readsWhole("version 3");
  }

  @Test
  void isGivenUpIfItNeverRests() {
    sys.beforeEach("read", () -> write("other version"));
    Failures.request(ErrorCode.CHANGED_CONCURRENTLY, () -> reader.handle().read("file"));
    Failures.request(ErrorCode.CHANGED_CONCURRENTLY, () -> reader.handle().readPrefix("file", 3));
  }

  @Test
  void isGivenUpIfItIsAlwaysShorterThanItWas() {
    int[] length = {1000};
    sys.beforeEach("openFile", () -> write("x".repeat(length[0])));
    sys.beforeEach("read", () -> write("x".repeat(--length[0])));
    Failures.request(ErrorCode.CHANGED_CONCURRENTLY, () -> reader.handle().read("file"));
  }

  @ParameterizedTest
  @CsvSource({"read,1", "stat,2"})
  void isReadAsItWasIfItIsReplaced(String call, int nth) {
    sys.before(call, nth, () -> replace("second version"));
    readsWhole("first version");
    assertThat(file).hasContent("second version");
  }

  @ParameterizedTest
  @CsvSource({"read,1", "stat,2"})
  void isReadAsItWasIfItIsRemoved(String call, int nth) {
    sys.before(call, nth, () -> Files.delete(file));
    readsWhole("first version");
    assertThat(file).doesNotExist();
  }

  @Test
  void isReadAsItWasIfItIsRenamed() {
    sys.before("read", 1, () -> Files.move(file, below("elsewhere")));
    readsWhole("first version");
  }

  @Test
  void isReadAsItIsIfItWasReplacedBeforeTheFirstLook() {
    sys.before("stat", 1, () -> replace("second version"));
    readsWhole("second version");
  }

  @Test
  void isNotFoundIfItWasRemovedBeforeTheFirstLook() {
    sys.before("stat", 1, () -> Files.delete(file));
    Failures.request(ErrorCode.NOT_FOUND, () -> reader.handle().read("file"));
  }

  @Test
  void isRefusedIfItsModeWasWidenedBeforeTheFirstLook() {
    sys.before("stat", 1, () -> Disk.chmod(file, 0644));
    Failures.request(ErrorCode.MODE_MISMATCH, () -> reader.handle().read("file"));
  }

  @Test
  void isReadIfItIsOnlyRenamedBackAndForth() {
    sys.before(
        "read",
        1,
        () -> {
          Files.move(file, below("elsewhere"));
          Files.move(below("elsewhere"), file);
        });
    readsWhole("first version");
  }

  @Test
  void isGivenUpIfItIsReplacedBeforeEveryLook() {
    sys.beforeEach("stat", () -> replace("next version"));
    Failures.request(ErrorCode.CHANGED_CONCURRENTLY, () -> reader.handle().read("file"));
  }
}
