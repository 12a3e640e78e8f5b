package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.internal.engine.read.FileReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read in pieces is the file that was opened, and nothing is said of it that is not so. */
class StreamedFileTest extends RootTestCase {
  private static final String TEXT = "0123456789";

  private Path file;

  @BeforeEach
  void prepare() throws Exception {
    root.publish("file", TEXT);
    file = below("file");
  }

  private FileReading open() {
    return root.handle().openStream("file", 0, Long.MAX_VALUE);
  }

  private String next(FileReading reading, int most) {
    return new String(root.handle().readOn("file", reading, most), UTF_8);
  }

  private String finish(FileReading reading) {
    return root.handle().finish("file", reading, StreamedWriteTest.ANY);
  }

  private static void changed(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            RequestException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.CHANGED_CONCURRENTLY));
  }

  @Test
  void isReadPieceByPiece() {
    try (FileReading reading = open()) {
      assertThat(reading.identity().size()).isEqualTo(10);
      assertThat(reading.identity().sha256()).isNull();
      assertThat(next(reading, 4)).isEqualTo("0123");
      assertThat(next(reading, 4)).isEqualTo("4567");
      assertThat(next(reading, 4)).isEqualTo("89");
      assertThat(reading.remaining()).isZero();
      assertThat(finish(reading)).isEqualTo(Disk.sha256(TEXT.getBytes(UTF_8)));
    }
  }

  @ParameterizedTest
  @CsvSource({"0,3,012", "4,3,456", "7,100,789", "9,1,9", "10,5,''", "1000,5,''", "3,0,''"})
  void rangesEndWhereTheFileEnds(long offset, long length, String expected) {
    try (FileReading reading = root.handle().openStream("file", offset, length)) {
      assertThat(reading.remaining()).isEqualTo(expected.length());
      assertThat(next(reading, 100)).isEqualTo(expected);
      assertThat(finish(reading)).isEqualTo(Disk.sha256(expected.getBytes(UTF_8)));
    }
  }

  @Test
  void theVersionThatWasOpenedIsReadThoughItIsReplacedRemovedAndWrittenAnew() {
    try (FileReading reading = open()) {
      next(reading, 4);
      root.replace("file", "another");
      root.remove("file");
      root.publish("file", "a third");
      assertThat(next(reading, 100)).isEqualTo("456789");
      assertThat(finish(reading)).isEqualTo(Disk.sha256(TEXT.getBytes(UTF_8)));
    }
  }

  @Test
  void growthIsNoChangeOfWhatWasThere() throws Exception {
    try (FileReading reading = open()) {
      Files.writeString(file, " and more", StandardOpenOption.APPEND);
      assertThat(next(reading, 100)).isEqualTo(TEXT);
      assertThat(finish(reading)).isEqualTo(Disk.sha256(TEXT.getBytes(UTF_8)));
    }
  }

  @Test
  void changedInPlaceIsToldAtTheEnd() throws Exception {
    try (FileReading reading = open()) {
      next(reading, 100);
      Files.writeString(file, "98765", StandardOpenOption.WRITE);
      changed(() -> finish(reading));
    }
  }

  @Test
  void whatIsMissingIsToldAtOnce() throws Exception {
    try (FileReading reading = open()) {
      next(reading, 2);
      Files.writeString(file, "012", StandardOpenOption.TRUNCATE_EXISTING);
      changed(() -> next(reading, 100));
    }
  }

  @Test
  void aFileThatIsReplacedBetweenItsOpenAndTheFirstLookIsOpenedAgain() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot reader = rootAt(root.path(), sys);
    StoreHandle handle = reader.open();
    sys.before(
        "stat",
        1,
        () -> {
          Path fresh = Disk.file(below("fresh"), "new");
          Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        });
    try (FileReading reading = handle.openStream("file", 0, Long.MAX_VALUE)) {
      assertThat(handle.readOn("file", reading, 100)).asString(UTF_8).isEqualTo("new");
    }
  }
}
