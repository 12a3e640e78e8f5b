package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

interface OpenRootContract extends SysFixture {

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void openRootOpensTheDirectoryAtThePath(boolean followLast) throws SysException {
    Stat made = sys().stat(directory(A));
    Fd root = own(sys().openRoot(pathOf(A), followLast));
    assertThat(sys().stat(root).sameObject(made)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void openRootOpensTheTopOfTheTree(boolean followLast) throws SysException {
    AbsolutePath top = new AbsolutePath(NamePath.EMPTY);
    Fd root = own(sys().openRoot(top, followLast));
    assertThat(sys().stat(root).sameObject(sys().stat(top))).isTrue();
  }

  @Test
  default void openRootFollowsALastSymlinkOnlyIfTold() throws SysException, IOException {
    Stat made = sys().stat(directory(A));
    outside().symlink(B, "a");
    assertThat(sys().stat(own(sys().openRoot(pathOf(B), true))).sameObject(made)).isTrue();
    assertErrno(Errno.ELOOP, () -> sys().openRoot(pathOf(B), false));
  }

  @Test
  default void openRootRefusesALastSymlinkWhateverItPointsTo() throws SysException, IOException {
    file(A);
    outside().symlink(B, "a");
    outside().symlink(C, "missing");
    assertErrno(Errno.ELOOP, () -> sys().openRoot(pathOf(B), false));
    assertErrno(Errno.ELOOP, () -> sys().openRoot(pathOf(C), false));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void openRootFollowsSymlinksAboveTheLast(boolean followLast)
      throws SysException, IOException {
    Fd a = directory(A);
    sys().mkdir(a, C);
    outside().symlink(B, "a");
    Fd root = own(sys().openRoot(pathOf(B, C), followLast));
    assertThat(sys().stat(root).sameObject(sys().stat(a, C))).isTrue();
  }

  @Test
  default void openRootAnswersForWhatASymlinkPointsTo() throws SysException, IOException {
    file(A);
    outside().symlink(B, "a");
    outside().symlink(C, "missing");
    assertErrno(Errno.ENOTDIR, () -> sys().openRoot(pathOf(B), true));
    assertErrno(Errno.ENOENT, () -> sys().openRoot(pathOf(C), true));
  }

  @Test
  default void openRootAnswersELOOPForASymlinkToItself() throws IOException {
    outside().symlink(A, "a");
    assertErrno(Errno.ELOOP, () -> sys().openRoot(pathOf(A), true));
    assertErrno(Errno.ELOOP, () -> sys().openRoot(pathOf(A, B), true));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void openRootAnswersENOTDIRForAFile(boolean followLast) throws SysException {
    file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().openRoot(pathOf(A), followLast));
    assertErrno(Errno.ENOTDIR, () -> sys().openRoot(pathOf(A, B), followLast));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  default void openRootAnswersENOENTWhereNothingIs(boolean followLast) {
    assertErrno(Errno.ENOENT, () -> sys().openRoot(pathOf(A), followLast));
    assertErrno(Errno.ENOENT, () -> sys().openRoot(pathOf(A, B), followLast));
  }

  @Test
  default void openRootEntersMounts() throws SysException {
    Outside.Mount mount = outside().mount();
    NamePath way = mount.above().names();
    for (Name name : mount.point().names()) {
      way = way.resolve(name);
    }
    Fd inside = own(sys().openRoot(new AbsolutePath(way), false));
    Fd above = own(sys().openRoot(mount.above(), false));
    assertThat(sys().stat(inside).sameObject(sys().stat(above))).isFalse();
  }

  @Test
  default void openParentOpensTheDirectoryAbove() throws SysException {
    Fd child = directory(A);
    Fd parent = own(sys().openParent(child));
    assertThat(sys().stat(parent).sameObject(sys().stat(dir()))).isTrue();
    assertThat(sys().stat(parent, A).sameObject(sys().stat(child))).isTrue();
  }

  @Test
  default void openParentFollowsWhereTheDirectoryWasMovedTo() throws SysException {
    Fd child = directory(A);
    Fd other = directory(B);
    sys().renameNoReplace(dir(), A, other, C);
    Fd parent = own(sys().openParent(child));
    assertThat(sys().stat(parent).sameObject(sys().stat(other))).isTrue();
  }

  @Test
  default void openParentOfTheTopIsTheTop() throws SysException {
    Fd top = own(sys().openRoot(new AbsolutePath(NamePath.EMPTY), false));
    assertThat(sys().stat(own(sys().openParent(top))).sameObject(sys().stat(top))).isTrue();
  }

  @Test
  default void openParentGivesALocationToWalkFrom() throws SysException {
    Fd child = directory(A);
    sys().mkdir(dir(), B);
    Fd parent = own(sys().openParent(child));
    Fd again = own(sys().openDir(parent, NamePath.of(B)));
    assertThat(sys().stat(again).sameObject(sys().stat(dir(), B))).isTrue();
    Fd grandparent = own(sys().openParent(parent));
    Fd expected = own(sys().openParent(dir()));
    assertThat(sys().stat(grandparent).sameObject(sys().stat(expected))).isTrue();
  }

  @Test
  default void openParentNeedsNoReadPermission() throws SysException {
    Fd middle = directory(A);
    sys().mkdir(middle, B);
    Fd child = own(sys().openDir(middle, NamePath.of(B)));
    sys().chmod(middle, 0300);
    Fd parent = own(sys().openParent(child));
    assertThat(sys().stat(parent).sameObject(sys().stat(middle))).isTrue();
    sys().chmod(middle, 0700);
  }

  @Test
  default void openParentGivesNothingToSync() throws SysException {
    Fd parent = own(sys().openParent(directory(A)));
    assertErrno(Errno.EBADF, () -> sys().sync(parent));
  }
}
