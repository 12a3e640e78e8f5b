package dev.holdfast.internal.sys.linux;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The port and the Java runtime, which uses {@code stat(2)}, describe the same things alike. */
class StatxLayoutTest {
  @TempDir Path temp;
  private Path file;

  @BeforeEach
  void make() throws IOException {
    file = Files.writeString(temp.resolve("file"), "hello");
  }

  private static Stat ours(Path path) throws SysException {
    return LinuxEnvironment.SYS.stat(LinuxEnvironment.pathOf(path));
  }

  private static Map<String, Object> theirs(Path path) throws IOException {
    return Files.readAttributes(path, "unix:*", LinkOption.NOFOLLOW_LINKS);
  }

  private static long nanos(Object time) {
    return ((FileTime) time).to(TimeUnit.NANOSECONDS);
  }

  private static void assertSameObject(Path path) throws SysException, IOException {
    Stat ours = ours(path);
    Map<String, Object> theirs = theirs(path);
    assertThat(ours.dev()).as("dev").isEqualTo(theirs.get("dev"));
    assertThat(ours.ino()).as("ino").isEqualTo(theirs.get("ino"));
    assertThat(ours.mode()).as("mode").isEqualTo((int) theirs.get("mode") & 07777);
    assertThat(ours.uid()).as("uid").isEqualTo(theirs.get("uid"));
  }

  private static void assertSame(Path path) throws SysException, IOException {
    assertSameObject(path);
    Stat ours = ours(path);
    Map<String, Object> theirs = theirs(path);
    assertThat(ours.nlink()).as("nlink").isEqualTo(((Number) theirs.get("nlink")).longValue());
    assertThat(ours.size()).as("size").isEqualTo(theirs.get("size"));
    assertThat(ours.mtimeNs()).as("mtime").isEqualTo(nanos(theirs.get("lastModifiedTime")));
    assertThat(ours.ctimeNs()).as("ctime").isEqualTo(nanos(theirs.get("ctime")));
  }

  @Test
  void aFile() throws Exception {
    assertSame(file);
    assertThat(ours(file).size()).isEqualTo(5);
  }

  @Test
  void aDirectory() throws Exception {
    assertSame(temp);
  }

  @Test
  void aSymlink() throws Exception {
    assertSame(Files.createSymbolicLink(temp.resolve("link"), file));
  }

  @Test
  void aFileWithTwoNames() throws Exception {
    Files.createLink(temp.resolve("second"), file);
    assertSame(file);
    assertThat(ours(file).nlink()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"---------", "rwxrwxrwx", "rw-r-----", "-w--w--w-"})
  void modes(String mode) throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
    assertSame(file);
  }

  @Test
  void aSparseFileOfFiveGigabytes() throws Exception {
    try (RandomAccessFile big = new RandomAccessFile(file.toFile(), "rw")) {
      big.setLength(5L << 30);
    }
    assertSame(file);
    assertThat(ours(file).size()).isEqualTo(5L << 30);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1970-01-01T00:00:00Z",
        "1969-12-31T23:59:58.5Z",
        "1950-06-01T12:00:00.123456789Z",
        "2038-01-19T03:14:08.000000001Z",
        "2100-01-01T00:00:00.999999999Z"
      })
  void timesBeforeAndAfterTheThirtyTwoBits(String text) throws Exception {
    Instant time = Instant.parse(text);
    long seconds = time.getEpochSecond();
    byte[] path = LinuxSys.terminated(file.toString());
    long[] times = {seconds, time.getNano(), seconds, time.getNano()};
    NativeCalls.check(NativeCalls.utimensat(LinuxAbi.AT_FDCWD, path, times, 0), "utimensat");
    assertSame(file);
    assertThat(ours(file).mtimeNs()).isEqualTo(seconds * 1_000_000_000 + time.getNano());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/proc", "/proc/self", "/dev", "/dev/null", "/dev/shm", "/sys"})
  void objectsOfOtherFileSystems(String path) throws Exception {
    if (!Files.exists(Path.of(path))) {
      Skip.because("no " + path);
    }
    assertSameObject(Path.of(path));
  }

  @Test
  void theBirthTimeIsTheOneThatStatShows() throws Exception {
    Process stat = new ProcessBuilder("stat", "-c", "%W", file.toString()).start();
    String shown = new String(stat.getInputStream().readAllBytes(), US_ASCII).strip();
    if (stat.waitFor() != 0 || !shown.matches("[1-9][0-9]*")) {
      Skip.because("stat(1) shows no birth time of " + file);
    }
    assertThat(ours(file).birthNs()).isNotNull();
    assertThat(ours(file).birthNs() / 1_000_000_000).isEqualTo(Long.parseLong(shown));
  }

  @Test
  void bigDeviceNumbersAreEncodedAsTheCLibraryDoes() throws Exception {
    String expression = "makedev(0xabcde, 0x12345)";
    Map<String, Long> value = new Headers(temp, "sys/sysmacros.h").values(List.of(expression));
    ByteBuffer statx = ByteBuffer.allocate(256).order(ByteOrder.nativeOrder());
    statx.putInt(136, 0xabcde).putInt(140, 0x12345);
    assertThat(StatxLayout.decode(statx).dev()).isEqualTo(value.get(expression));
  }

  @Test
  void factsThatTheKernelDoesNotTellAreMissing() {
    ByteBuffer statx = ByteBuffer.allocate(256).order(ByteOrder.nativeOrder());
    statx.putInt(0, 0x7ff).putLong(80, 1).putLong(144, 7);
    assertThat(StatxLayout.decode(statx).birthNs()).isNull();
    assertThat(StatxLayout.decode(statx).mountId()).isZero();
    statx.putInt(0, LinuxAbi.STATX_MASK);
    assertThat(StatxLayout.decode(statx).birthNs()).isEqualTo(1_000_000_000);
    assertThat(StatxLayout.decode(statx).mountId()).isEqualTo(7);
  }
}
