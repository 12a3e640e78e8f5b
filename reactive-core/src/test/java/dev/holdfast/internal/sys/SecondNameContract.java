package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

interface SecondNameContract extends SysFixture {

  @Test
  default void linkNameGivesAFileASecondName() throws SysException {
    Fd file = file(A, "hello");
    Fd other = directory(B);
    sys().linkName(dir(), A, other, C);
    assertThat(sys().stat(other, C).sameObject(sys().stat(dir(), A))).isTrue();
    assertThat(sys().stat(file).nlink()).isEqualTo(2);
    assertThat(content(other, C)).isEqualTo("hello");
  }

  @Test
  default void linkNameAnswersEEXISTAndLeavesWhatIsThere() throws SysException, IOException {
    Stat made = sys().stat(file(A, "from"));
    sys().mkdir(dir(), B);
    outside().symlink(C, "missing");
    assertErrno(Errno.EEXIST, () -> sys().linkName(dir(), A, dir(), B));
    assertErrno(Errno.EEXIST, () -> sys().linkName(dir(), A, dir(), C));
    assertErrno(Errno.EEXIST, () -> sys().linkName(dir(), A, dir(), A));
    assertThat(sys().stat(dir(), A).nlink()).isEqualTo(made.nlink());
    assertThat(entries(dir())).containsOnlyKeys(A, B, C);
  }

  @Test
  default void linkNameLinksASymbolicLinkItself() throws SysException, IOException {
    outside().symlink(A, "missing");
    sys().linkName(dir(), A, dir(), B);
    assertThat(sys().stat(dir(), B).type()).isEqualTo(FileType.SYMLINK);
  }

  @Test
  default void linkNameAnswersENOENTForANameThatIsFree() throws SysException {
    assertErrno(Errno.ENOENT, () -> sys().linkName(dir(), A, dir(), B));
  }

  @Test
  default void linkNameRefusesDirectories() throws SysException {
    directory(A);
    assertErrno(Errno.EPERM, () -> sys().linkName(dir(), A, dir(), B));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void linkNameAnswersENOENTInARemovedDirectory() throws SysException {
    file(A);
    Fd removed = removedDirectory();
    assertErrno(Errno.ENOENT, () -> sys().linkName(dir(), A, removed, B));
  }
}
