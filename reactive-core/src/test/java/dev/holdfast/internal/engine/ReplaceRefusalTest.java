package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the store would not have made is not replaced, and stays exactly as it is. */
class ReplaceRefusalTest extends RootTestCase {

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
    Path name = below("name");
    String before = attributes(name);
    MutationOutcome outcome =
        Failures.notCommitted(code, () -> root.replace("name", "new content"));
    assertThat(outcome.residue()).isEmpty();
    assertThat(outcome.phase()).isEqualTo(Phase.COMMIT);
    assertThat(attributes(name)).isEqualTo(before);
  }

  static String attributes(Path path) throws Exception {
    return Files.readAttributes(
            path, "unix:ino,mode,uid,nlink,size,lastModifiedTime", LinkOption.NOFOLLOW_LINKS)
        .toString();
  }

  @Test
  void aDirectory() throws Exception {
    Disk.directory(below("name"));
    refused(ErrorCode.NOT_REGULAR_FILE);
    Disk.file(below("name/inside"), "content");
    refused(ErrorCode.NOT_REGULAR_FILE);
  }

  @Test
  void aLink() throws Exception {
    Disk.file(below("target"), "content");
    Files.createSymbolicLink(below("name"), below("target"));
    refused(ErrorCode.REPARSE_POINT);
    assertThat(below("target")).hasContent("content");
  }

  @Test
  void aFifo() throws Exception {
    if (!Disk.run("mkfifo", "-m", "600", below("name").toString())) {
      Skip.because("no mkfifo");
    }
    refused(ErrorCode.NOT_REGULAR_FILE);
  }

  @Test
  void aFileWithTwoNames() throws Exception {
    Disk.file(below("name"), "content");
    Files.createLink(below("other"), below("name"));
    refused(ErrorCode.HARD_LINK);
    assertThat(below("other")).hasContent("content");
  }

  @ParameterizedTest
  @ValueSource(ints = {0644, 0640, 0700, 0400, 0200})
  void aFileWithAnotherMode(int mode) throws Exception {
    Disk.chmod(Disk.file(below("name"), "content"), mode);
    refused(ErrorCode.MODE_MISMATCH);
  }

  @Test
  void aFileOfAnotherOwner() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a file away");
    }
    Disk.file(below("name"), "content");
    Files.setAttribute(below("name"), "unix:uid", 12_345);
    refused(ErrorCode.OWNER_MISMATCH);
  }

  @Test
  void anythingForAReader() throws Exception {
    Disk.file(below("name"), "content");
    StoreHandle reader = root.openReadOnly();
    Failures.notCommitted(
        ErrorCode.READ_ONLY_HANDLE,
        () -> reader.replace("name", ByteSource.of(new byte[1]), new WriteOptions()));
    assertThat(below("name")).hasContent("content");
    root.close(reader);
  }
}
