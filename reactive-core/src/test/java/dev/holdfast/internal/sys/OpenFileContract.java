package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Access;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

interface OpenFileContract extends SysFixture {

  @ParameterizedTest
  @EnumSource
  default void openFileOpensWhatIsAtTheName(Access access) throws SysException {
    Stat made = sys().stat(file(A, "hello"));
    Fd opened = open(A, access);
    assertThat(sys().stat(opened).sameObject(made)).isTrue();
    assertThat(content(opened)).isEqualTo("hello");
  }

  @Test
  default void openFileForReadingRefusesWrites() throws SysException {
    file(A, "hello");
    Fd opened = open(A, Access.READ);
    assertErrno(Errno.EBADF, () -> write(opened, "x"));
    assertThat(content(opened)).isEqualTo("hello");
  }

  @Test
  default void openFileForBothWrites() throws SysException {
    file(A, "hello");
    write(open(A, Access.READ_WRITE), "J");
    assertThat(content(dir(), A)).isEqualTo("Jello");
  }

  @ParameterizedTest
  @EnumSource
  default void openFileAnswersENOENTWhereNothingIs(Access access) throws SysException {
    Fd removed = removedDirectory();
    assertErrno(Errno.ENOENT, () -> sys().openFile(dir(), A, access));
    assertErrno(Errno.ENOENT, () -> sys().openFile(removed, A, access));
  }

  @ParameterizedTest
  @EnumSource
  default void openFileAnswersELOOPForASymlink(Access access) throws SysException, IOException {
    file(A);
    outside().symlink(B, "a");
    outside().symlink(C, "missing");
    assertErrno(Errno.ELOOP, () -> sys().openFile(dir(), B, access));
    assertErrno(Errno.ELOOP, () -> sys().openFile(dir(), C, access));
  }

  @ParameterizedTest
  @EnumSource
  default void openFileAnswersENXIOForASocket(Access access) throws IOException {
    outside().socket(A);
    assertErrno(Errno.ENXIO, () -> sys().openFile(dir(), A, access));
  }

  @Timeout(value = 10, threadMode = ThreadMode.SEPARATE_THREAD)
  @ParameterizedTest
  @EnumSource
  default void openFileDoesNotWaitForAFifo(Access access) throws SysException, IOException {
    outside().fifo(A);
    assertThat(sys().stat(open(A, access)).type()).isEqualTo(FileType.FIFO);
  }

  @Test
  default void openFileOpensADirectoryForReadingOnly() throws SysException {
    sys().mkdir(dir(), A);
    assertThat(sys().stat(open(A, Access.READ)).type()).isEqualTo(FileType.DIRECTORY);
    assertErrno(Errno.EISDIR, () -> sys().openFile(dir(), A, Access.READ_WRITE));
  }

  @Test
  default void openFileAnswersENOTDIRInAFile() throws SysException {
    Fd file = file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().openFile(file, B, Access.READ));
  }

  @Test
  default void createFileMakesAnEmptyFileForReadingAndWriting() throws SysException {
    Fd made = file(A);
    Stat stat = sys().stat(made);
    assertThat(stat.type()).isEqualTo(FileType.REGULAR);
    assertThat(stat.size()).isZero();
    assertThat(stat.nlink()).isEqualTo(1);
    assertThat(stat.uid()).isEqualTo(sys().effectiveUid());
    write(made, "hello");
    assertThat(content(made)).isEqualTo("hello");
    assertThat(content(dir(), A)).isEqualTo("hello");
  }

  @Test
  default void createFileAnswersEEXISTForAFileAndLeavesIt() throws SysException {
    Stat made = sys().stat(file(A, "hello"));
    assertErrno(Errno.EEXIST, () -> sys().createFile(dir(), A));
    assertThat(sys().stat(dir(), A).sameObject(made)).isTrue();
    assertThat(content(dir(), A)).isEqualTo("hello");
  }

  @Test
  default void createFileAnswersEEXISTForAnythingElse() throws SysException, IOException {
    sys().mkdir(dir(), A);
    outside().symlink(B, "missing");
    outside().fifo(C);
    assertErrno(Errno.EEXIST, () -> sys().createFile(dir(), A));
    assertErrno(Errno.EEXIST, () -> sys().createFile(dir(), B));
    assertErrno(Errno.EEXIST, () -> sys().createFile(dir(), C));
    assertThat(entries(dir())).containsOnlyKeys(A, B, C);
  }

  @Test
  default void createFileNeedsADirectoryThatIsThere() throws SysException {
    Fd removed = removedDirectory();
    Fd file = file(A);
    assertErrno(Errno.ENOENT, () -> sys().createFile(removed, B));
    assertErrno(Errno.ENOTDIR, () -> sys().createFile(file, B));
  }
}
