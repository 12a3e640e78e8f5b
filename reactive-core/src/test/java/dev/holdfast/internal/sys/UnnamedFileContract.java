package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Access;
import java.io.IOException;
import org.junit.jupiter.api.Test;

interface UnnamedFileContract extends SysFixture {

  @Test
  default void openTmpMakesAFileWithoutAName() throws SysException {
    Fd tmp = unnamed();
    Stat stat = sys().stat(tmp);
    assertThat(stat.type()).isEqualTo(FileType.REGULAR);
    assertThat(stat.nlink()).isZero();
    assertThat(stat.size()).isZero();
    assertThat(entries(dir())).isEmpty();
    write(tmp, "hello");
    assertThat(content(tmp)).isEqualTo("hello");
  }

  @Test
  default void openTmpMakesAnotherFileEachTime() throws SysException {
    Stat first = sys().stat(unnamed());
    assertThat(sys().stat(unnamed()).sameObject(first)).isFalse();
  }

  @Test
  default void openTmpLeavesNothingBehindWhenClosed() throws SysException {
    Fd tmp = unnamed();
    write(tmp, "hello");
    tmp.close();
    assertThat(entries(dir())).isEmpty();
  }

  @Test
  default void openTmpAnswersENOTDIRInAFile() throws SysException {
    unnamed();
    Fd file = file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().openTmp(file));
  }

  @Test
  default void linkGivesAnUnnamedFileItsName() throws SysException {
    Fd tmp = unnamed();
    write(tmp, "hello");
    sys().link(tmp, dir(), A);
    assertThat(sys().stat(dir(), A).sameObject(sys().stat(tmp))).isTrue();
    assertThat(sys().stat(tmp).nlink()).isEqualTo(1);
    assertThat(content(dir(), A)).isEqualTo("hello");
    tmp.close();
    assertThat(content(dir(), A)).isEqualTo("hello");
  }

  @Test
  default void linkPutsTheFileIntoAnotherDirectory() throws SysException {
    Fd tmp = unnamed();
    Fd other = directory(A);
    sys().link(tmp, other, B);
    assertThat(sys().stat(other, B).sameObject(sys().stat(tmp))).isTrue();
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void linkGivesANamedFileASecondName() throws SysException {
    file(A, "hello");
    Fd read = open(A, Access.READ);
    sys().link(read, dir(), B);
    assertThat(sys().stat(dir(), B).sameObject(sys().stat(dir(), A))).isTrue();
    assertThat(sys().stat(read).nlink()).isEqualTo(2);
  }

  @Test
  default void linkAnswersEEXISTAndLeavesWhatIsThere() throws SysException, IOException {
    Stat made = sys().stat(file(A, "old"));
    sys().mkdir(dir(), B);
    outside().symlink(C, "missing");
    Fd tmp = unnamed();
    assertErrno(Errno.EEXIST, () -> sys().link(tmp, dir(), A));
    assertErrno(Errno.EEXIST, () -> sys().link(tmp, dir(), B));
    assertErrno(Errno.EEXIST, () -> sys().link(tmp, dir(), C));
    assertThat(sys().stat(dir(), A).sameObject(made)).isTrue();
    assertThat(sys().stat(tmp).nlink()).isZero();
  }

  @Test
  default void linkMayBeTriedAgainAfterEEXIST() throws SysException {
    file(A);
    Fd tmp = unnamed();
    assertErrno(Errno.EEXIST, () -> sys().link(tmp, dir(), A));
    sys().link(tmp, dir(), B);
    assertThat(sys().stat(dir(), B).sameObject(sys().stat(tmp))).isTrue();
  }

  @Test
  default void linkAnswersENOENTAfterTheLastNameIsGone() throws SysException {
    Fd tmp = unnamed();
    sys().link(tmp, dir(), A);
    sys().unlink(dir(), A);
    assertErrno(Errno.ENOENT, () -> sys().link(tmp, dir(), B));
    Fd named = file(A);
    sys().unlink(dir(), A);
    assertErrno(Errno.ENOENT, () -> sys().link(named, dir(), B));
    assertThat(entries(dir())).isEmpty();
  }

  @Test
  default void linkAnswersENOENTInARemovedDirectory() throws SysException {
    Fd removed = removedDirectory();
    Fd tmp = unnamed();
    assertErrno(Errno.ENOENT, () -> sys().link(tmp, removed, A));
    sys().link(tmp, dir(), A);
    assertThat(sys().stat(dir(), A).sameObject(sys().stat(tmp))).isTrue();
  }

  @Test
  default void linkRefusesDirectories() throws SysException {
    Fd directory = directory(A);
    assertErrno(Errno.EPERM, () -> sys().link(directory, dir(), B));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void linkAnswersENOTDIRInAFile() throws SysException {
    Fd file = file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().link(file, file, B));
  }
}
