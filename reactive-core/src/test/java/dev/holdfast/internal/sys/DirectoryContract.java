package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Making directories, removing them and other names. */
interface DirectoryContract extends SysFixture {

  @Test
  default void mkdirMakesAnEmptyDirectory() throws SysException {
    sys().mkdir(dir(), A);
    assertThat(sys().stat(dir(), A).type()).isEqualTo(FileType.DIRECTORY);
    assertThat(sys().stat(dir(), A).uid()).isEqualTo(sys().effectiveUid());
    assertThat(entries(own(sys().openDir(dir(), NamePath.of(A))))).isEmpty();
  }

  @Test
  default void mkdirAnswersEEXISTForAnything() throws SysException, IOException {
    Stat made = sys().stat(directory(A));
    file(B);
    outside().symlink(C, "missing");
    assertErrno(Errno.EEXIST, () -> sys().mkdir(dir(), A));
    assertErrno(Errno.EEXIST, () -> sys().mkdir(dir(), B));
    assertErrno(Errno.EEXIST, () -> sys().mkdir(dir(), C));
    assertThat(sys().stat(dir(), A).sameObject(made)).isTrue();
  }

  @Test
  default void mkdirNeedsADirectoryThatIsThere() throws SysException {
    Fd removed = removedDirectory();
    Fd file = file(A);
    assertErrno(Errno.ENOENT, () -> sys().mkdir(removed, B));
    assertErrno(Errno.ENOTDIR, () -> sys().mkdir(file, B));
  }

  @Test
  default void unlinkRemovesTheNameAndNotTheOpenFile() throws SysException {
    Fd file = file(A, "hello");
    sys().unlink(dir(), A);
    assertErrno(Errno.ENOENT, () -> sys().stat(dir(), A));
    assertThat(sys().stat(file).nlink()).isZero();
    assertThat(content(file)).isEqualTo("hello");
  }

  @Test
  default void unlinkRemovesOneOfTwoNames() throws SysException {
    Fd file = file(A);
    sys().link(file, dir(), B);
    sys().unlink(dir(), A);
    assertThat(entries(dir())).containsOnlyKeys(B);
    assertThat(sys().stat(file).nlink()).isEqualTo(1);
  }

  @Test
  default void unlinkRemovesASymlinkAndNotItsTarget() throws SysException, IOException {
    file(A);
    outside().symlink(B, "a");
    sys().unlink(dir(), B);
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void unlinkRemovesFifosAndSockets() throws SysException, IOException {
    outside().fifo(A);
    outside().socket(B);
    sys().unlink(dir(), A);
    sys().unlink(dir(), B);
    assertThat(entries(dir())).isEmpty();
  }

  @Test
  default void unlinkSaysWhyItCannot() throws SysException {
    sys().mkdir(dir(), A);
    Fd file = file(B);
    Fd removed = removedDirectory();
    assertErrno(Errno.EISDIR, () -> sys().unlink(dir(), A));
    assertErrno(Errno.ENOENT, () -> sys().unlink(dir(), C));
    assertErrno(Errno.ENOENT, () -> sys().unlink(removed, C));
    assertErrno(Errno.ENOTDIR, () -> sys().unlink(file, C));
    assertThat(entries(dir())).containsOnlyKeys(A, B);
  }

  @Test
  default void rmdirRemovesAnEmptyDirectory() throws SysException {
    sys().mkdir(dir(), A);
    sys().rmdir(dir(), A);
    assertErrno(Errno.ENOENT, () -> sys().stat(dir(), A));
  }

  @Test
  default void rmdirAnswersENOTEMPTYAndLeavesTheDirectory() throws SysException {
    Fd a = directory(A);
    sys().mkdir(a, B);
    assertErrno(Errno.ENOTEMPTY, () -> sys().rmdir(dir(), A));
    assertThat(entries(a)).containsOnlyKeys(B);
    sys().rmdir(a, B);
    sys().rmdir(dir(), A);
    assertThat(entries(dir())).isEmpty();
  }

  @Test
  default void rmdirSaysWhyItCannot() throws SysException, IOException {
    Fd file = file(A);
    sys().mkdir(dir(), B);
    outside().symlink(C, "b");
    assertErrno(Errno.ENOTDIR, () -> sys().rmdir(dir(), A));
    assertErrno(Errno.ENOTDIR, () -> sys().rmdir(dir(), C));
    assertErrno(Errno.ENOENT, () -> sys().rmdir(dir(), Name.of("missing")));
    assertErrno(Errno.ENOTDIR, () -> sys().rmdir(file, B));
    assertThat(entries(dir())).containsOnlyKeys(A, B, C);
  }
}
