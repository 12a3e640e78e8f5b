package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

interface RenameContract extends SysFixture {

  @Test
  default void renameNoReplaceMovesToAFreeName() throws SysException {
    Stat made = sys().stat(file(A, "hello"));
    Fd other = directory(B);
    sys().renameNoReplace(dir(), A, dir(), C);
    assertThat(sys().stat(dir(), C).sameObject(made)).isTrue();
    sys().renameNoReplace(dir(), C, other, A);
    assertThat(sys().stat(other, A).sameObject(made)).isTrue();
    assertThat(entries(dir())).containsOnlyKeys(B);
  }

  @Test
  default void renameNoReplaceAnswersEEXISTAndChangesNothing() throws SysException, IOException {
    file(A, "from");
    file(B, "to");
    outside().symlink(C, "missing");
    assertErrno(Errno.EEXIST, () -> sys().renameNoReplace(dir(), A, dir(), B));
    assertErrno(Errno.EEXIST, () -> sys().renameNoReplace(dir(), A, dir(), C));
    assertErrno(Errno.EEXIST, () -> sys().renameNoReplace(dir(), A, dir(), A));
    assertThat(content(dir(), A)).isEqualTo("from");
    assertThat(content(dir(), B)).isEqualTo("to");
    assertThat(entries(dir())).containsOnlyKeys(A, B, C);
  }

  @Test
  default void renameNoReplaceAnswersEEXISTForAnEmptyDirectory() throws SysException {
    sys().mkdir(dir(), A);
    sys().mkdir(dir(), B);
    assertErrno(Errno.EEXIST, () -> sys().renameNoReplace(dir(), A, dir(), B));
    assertThat(entries(dir())).containsOnlyKeys(A, B);
  }

  @Test
  default void renameReplaceMovesToAFreeName() throws SysException {
    Stat made = sys().stat(file(A));
    sys().renameReplace(dir(), A, dir(), B);
    assertThat(sys().stat(dir(), B).sameObject(made)).isTrue();
    assertThat(entries(dir())).containsOnlyKeys(B);
  }

  @Test
  default void renameReplaceDropsWhatWasThere() throws SysException {
    file(A, "new");
    Fd old = file(B, "old");
    sys().renameReplace(dir(), A, dir(), B);
    assertThat(content(dir(), B)).isEqualTo("new");
    assertThat(sys().stat(old).nlink()).isZero();
    assertThat(content(old)).isEqualTo("old");
    assertThat(entries(dir())).containsOnlyKeys(B);
  }

  @Test
  default void renameReplaceReplacesASymlinkAndNotItsTarget() throws SysException, IOException {
    file(A, "new");
    file(B, "target");
    outside().symlink(C, "b");
    sys().renameReplace(dir(), A, dir(), C);
    assertThat(content(dir(), B)).isEqualTo("target");
    assertThat(content(dir(), C)).isEqualTo("new");
  }

  @Test
  default void renameReplaceKeepsTwoNamesOfOneFile() throws SysException {
    Fd file = file(A);
    sys().link(file, dir(), B);
    sys().renameReplace(dir(), A, dir(), B);
    assertThat(entries(dir())).containsOnlyKeys(A, B);
    assertThat(sys().stat(file).nlink()).isEqualTo(2);
  }

  @Test
  default void renameReplaceReplacesAnEmptyDirectoryByADirectory() throws SysException {
    Fd a = directory(A);
    sys().mkdir(a, C);
    sys().mkdir(dir(), B);
    sys().renameReplace(dir(), A, dir(), B);
    assertThat(sys().stat(dir(), B).sameObject(sys().stat(a))).isTrue();
    assertThat(entries(dir())).containsOnlyKeys(B);
  }

  @Test
  default void renameReplaceKeepsFilesAndDirectoriesApart() throws SysException {
    file(A);
    sys().mkdir(dir(), B);
    sys().mkdir(directory(C), A);
    assertErrno(Errno.EISDIR, () -> sys().renameReplace(dir(), A, dir(), B));
    assertErrno(Errno.ENOTDIR, () -> sys().renameReplace(dir(), B, dir(), A));
    assertErrno(Errno.ENOTEMPTY, () -> sys().renameReplace(dir(), B, dir(), C));
    assertThat(entries(dir())).containsOnlyKeys(A, B, C);
  }

  @Test
  default void renameExchangeSwapsTwoFiles() throws SysException {
    Stat a = sys().stat(file(A));
    Fd other = directory(B);
    Fd c = file(C);
    sys().renameNoReplace(dir(), C, other, C);
    sys().renameExchange(dir(), A, other, C);
    assertThat(sys().stat(other, C).sameObject(a)).isTrue();
    assertThat(sys().stat(dir(), A).sameObject(sys().stat(c))).isTrue();
    assertThat(sys().stat(c).nlink()).isEqualTo(1);
  }

  @Test
  default void renameExchangeSwapsAFileAndADirectory() throws SysException {
    file(A);
    sys().mkdir(directory(B), C);
    sys().renameExchange(dir(), A, dir(), B);
    assertThat(sys().stat(dir(), A).type()).isEqualTo(FileType.DIRECTORY);
    assertThat(sys().stat(dir(), B).type()).isEqualTo(FileType.REGULAR);
  }

  @Test
  default void renameExchangeAnswersENOENTIfOneIsMissing() throws SysException {
    file(A);
    assertErrno(Errno.ENOENT, () -> sys().renameExchange(dir(), A, dir(), B));
    assertErrno(Errno.ENOENT, () -> sys().renameExchange(dir(), B, dir(), A));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void renamesAnswerENOENTForAMissingSource() throws SysException {
    file(B, "kept");
    assertErrno(Errno.ENOENT, () -> sys().renameNoReplace(dir(), A, dir(), C));
    assertErrno(Errno.ENOENT, () -> sys().renameReplace(dir(), A, dir(), C));
    assertErrno(Errno.ENOENT, () -> sys().renameReplace(dir(), A, dir(), B));
    assertThat(content(dir(), B)).isEqualTo("kept");
  }

  @Test
  default void renamesAnswerENOENTIntoARemovedDirectory() throws SysException {
    file(A);
    Fd removed = removedDirectory();
    assertErrno(Errno.ENOENT, () -> sys().renameNoReplace(dir(), A, removed, B));
    assertErrno(Errno.ENOENT, () -> sys().renameReplace(dir(), A, removed, B));
    assertErrno(Errno.ENOENT, () -> sys().renameExchange(dir(), A, removed, B));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void renamesAnswerENOTDIRInAFile() throws SysException {
    Fd file = file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().renameNoReplace(dir(), A, file, B));
    assertErrno(Errno.ENOTDIR, () -> sys().renameReplace(file, A, dir(), B));
  }

  @Test
  default void renamesAnswerEINVALIntoTheDirectoryItself() throws SysException {
    Fd a = directory(A);
    assertErrno(Errno.EINVAL, () -> sys().renameNoReplace(dir(), A, a, B));
    assertErrno(Errno.EINVAL, () -> sys().renameReplace(dir(), A, a, B));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void renamesAnswerEXDEVIntoAnotherMount() throws SysException {
    file(A);
    Outside.Mount mount = outside().mount();
    NamePath way = mount.above().names();
    for (Name name : mount.point().names()) {
      way = way.resolve(name);
    }
    Fd other = own(sys().openRoot(new AbsolutePath(way), true));
    assertErrno(Errno.EXDEV, () -> sys().renameNoReplace(dir(), A, other, B));
    assertErrno(Errno.EXDEV, () -> sys().renameReplace(dir(), A, other, B));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void renameExchangeAnswersEINVALForWhatIsInTheDirectory() throws SysException {
    Fd a = directory(A);
    sys().mkdir(a, B);
    assertErrno(Errno.EINVAL, () -> sys().renameExchange(dir(), A, a, B));
    Fd b = own(sys().openDir(a, NamePath.of(B)));
    sys().mkdir(b, C);
    assertErrno(Errno.EINVAL, () -> sys().renameExchange(dir(), A, b, C));
    assertThat(entries(dir())).containsOnlyKeys(A);
  }

  @Test
  default void renameExchangeMovesDirectoriesWithWhatIsAboveThem() throws SysException {
    Fd a = directory(A);
    Fd b = directory(B);
    sys().mkdir(a, C);
    sys().mkdir(b, C);
    Fd inA = own(sys().openDir(a, NamePath.of(C)));
    Fd inB = own(sys().openDir(b, NamePath.of(C)));
    sys().renameExchange(a, C, b, C);
    Fd aboveA = own(sys().openParent(inA));
    Fd aboveB = own(sys().openParent(inB));
    assertThat(sys().stat(aboveA).sameObject(sys().stat(b))).isTrue();
    assertThat(sys().stat(aboveB).sameObject(sys().stat(a))).isTrue();
  }
}
