package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.sys.Skip;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be read, and what is refused without harm. */
class ReadTest extends RootTestCase {

  @BeforeEach
  void open() {
    root.open();
  }

  @AfterEach
  void nothingStaysOpen() throws Exception {
    Held.byOneWriter(root.path());
  }

  private void refused(ErrorCode code, String path) {
    Failures.request(code, () -> root.handle().read(path));
    Failures.request(code, () -> root.handle().readPrefix(path, 1));
    Failures.request(code, () -> root.handle().identify(path));
  }

  @Test
  void findsNothingWhereNothingIs() {
    refused(ErrorCode.NOT_FOUND, "absent");
    refused(ErrorCode.NOT_FOUND, "no/way/to/it");
    assertThat(root.handle().exists("absent")).isFalse();
    assertThat(root.handle().exists("no/way/to/it")).isFalse();
  }

  @Test
  void findsNothingBelowAFile() throws Exception {
    Disk.file(below("file"), "text");
    refused(ErrorCode.NOT_FOUND, "file/below");
    refused(ErrorCode.NOT_FOUND, "file/far/below");
    assertThat(root.handle().exists("file/below")).isFalse();
    assertThat(root.handle().exists("file/far/below")).isFalse();
  }

  @Test
  void doesNotFollowALink() throws Exception {
    Disk.file(below("target"), "text");
    Files.createSymbolicLink(below("link"), below("target"));
    Files.createSymbolicLink(below("dangling"), below("nothing"));
    refused(ErrorCode.REPARSE_POINT, "link");
    refused(ErrorCode.REPARSE_POINT, "dangling");
    assertThat(root.handle().exists("link")).isTrue();
    assertThat(root.handle().exists("dangling")).isTrue();
  }

  @Test
  void doesNotFollowALinkOnTheWay() throws Exception {
    Path elsewhere = Disk.directory(temp.resolve("elsewhere"));
    Disk.directory(elsewhere.resolve("below"));
    Disk.file(elsewhere.resolve("below/file"), "secret");
    Files.createSymbolicLink(below("link"), elsewhere);
    refused(ErrorCode.REPARSE_POINT, "link/below/file");
    Failures.request(ErrorCode.REPARSE_POINT, () -> root.handle().exists("link/below/file"));
  }

  @Test
  void readsNoDirectory() throws Exception {
    Disk.directory(below("dir"));
    refused(ErrorCode.NOT_REGULAR_FILE, "dir");
    assertThat(root.handle().exists("dir")).isTrue();
  }

  @Test
  void doesNotWaitForAFifo() throws Exception {
    if (!Disk.run("mkfifo", "-m", "600", below("fifo").toString())) {
      Skip.because("no mkfifo");
    }
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> refused(ErrorCode.NOT_REGULAR_FILE, "fifo"));
    assertThat(root.handle().exists("fifo")).isTrue();
  }

  @Test
  void readsNoSocket() throws Exception {
    Path at = below("s");
    if (at.toString().length() > 100) {
      Skip.because("the temporary directory's path is too long for a socket");
    }
    try (ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(UnixDomainSocketAddress.of(at));
      refused(ErrorCode.NOT_REGULAR_FILE, "s");
    }
  }

  @Test
  void readsNoFileWithTwoNames() throws Exception {
    Disk.file(below("one"), "text");
    Files.createLink(below("two"), below("one"));
    refused(ErrorCode.HARD_LINK, "one");
    refused(ErrorCode.HARD_LINK, "two");
    Files.delete(below("two"));
    assertThat(root.read("one")).isEqualTo("text");
  }

  @ParameterizedTest
  @ValueSource(ints = {0640, 0604, 0700, 0400, 04600})
  void readsNoFileWithAnotherMode(int mode) throws Exception {
    Disk.file(below("file"), "text");
    Files.setAttribute(below("file"), "unix:mode", mode);
    refused(ErrorCode.MODE_MISMATCH, "file");
    assertThat(Disk.mode(below("file"))).isEqualTo(mode);
  }

  @Test
  void readsNoFileOfAnotherOwner() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a file away");
    }
    Disk.file(below("file"), "text");
    Files.setAttribute(below("file"), "unix:uid", 12_345);
    refused(ErrorCode.OWNER_MISMATCH, "file");
  }

  @Test
  void readsNoFileWithAnAclThatGrantsSomething() throws Exception {
    Disk.file(below("file"), "text");
    Acls.grantOther(below("file"));
    refused(ErrorCode.MODE_MISMATCH, "file");
  }

  @Test
  void readsUpToTheLimit() throws Exception {
    byte[] content = Disk.bytes(TestRoot.LIMIT);
    Files.write(Disk.file(below("limit"), ""), content);
    assertThat(root.handle().read("limit").bytes()).isEqualTo(content);
    Files.write(Disk.file(below("more"), ""), Disk.bytes(TestRoot.LIMIT + 1));
    Failures.request(ErrorCode.TOO_LARGE, () -> root.handle().read("more"));
  }

  @Test
  void readsThePathsThatThereAre() {
    for (String path : new String[] {"", "/a", "a/", "a//b", ".", "..", ".holdfast/store.json"}) {
      refused(ErrorCode.INVALID_PATH, path);
      Failures.request(ErrorCode.INVALID_PATH, () -> root.handle().exists(path));
    }
  }

  @Test
  void readsAnEmptyFile() throws Exception {
    Disk.file(below("empty"), "");
    var content = root.handle().read("empty");
    assertThat(content.bytes()).isEmpty();
    assertThat(content.identity().sha256()).isEqualTo(Disk.sha256(new byte[0]));
  }

  @Test
  void doesNotTouchWhatItReads() throws Exception {
    Disk.file(below("file"), "text");
    var before = Files.readAttributes(below("file"), "unix:ctime,lastModifiedTime,size");
    root.read("file");
    assertThat(Files.readAttributes(below("file"), "unix:ctime,lastModifiedTime,size"))
        .isEqualTo(before);
  }
}
