package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Opening below a directory; public for the tests of a second form of the same call. */
public interface OpenDirContract extends SysFixture {

  private static NamePath way(Name... names) {
    return new NamePath(List.of(names));
  }

  @Test
  default void openDirOpensOneStepDown() throws SysException {
    sys().mkdir(dir(), A);
    Fd opened = own(sys().openDir(dir(), way(A)));
    assertThat(sys().stat(opened).sameObject(sys().stat(dir(), A))).isTrue();
  }

  @Test
  default void openDirOpensManyStepsDown() throws SysException {
    Fd at = dir();
    NamePath way = NamePath.EMPTY;
    for (int depth = 0; depth < 20; depth++) {
      Name name = Name.of("level" + depth);
      sys().mkdir(at, name);
      at = own(sys().openDir(at, NamePath.of(name)));
      way = way.resolve(name);
    }
    Fd opened = own(sys().openDir(dir(), way));
    assertThat(sys().stat(opened).sameObject(sys().stat(at))).isTrue();
  }

  /** 17 names of 255 bytes are more than the 4,096 that Linux takes in one call. */
  @Test
  default void openDirOpensAWayLongerThanOnePathMayBe() throws SysException {
    Name name = Name.of("x".repeat(255));
    Fd at = dir();
    NamePath way = NamePath.EMPTY;
    for (int depth = 0; depth < 17; depth++) {
      sys().mkdir(at, name);
      at = own(sys().openDir(at, NamePath.of(name)));
      way = way.resolve(name);
    }
    Fd opened = own(sys().openDir(dir(), way));
    assertThat(sys().stat(opened).sameObject(sys().stat(at))).isTrue();
    NamePath further = way.resolve(name);
    assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), further));
  }

  @Test
  default void openDirLeavesItsBaseOpen() throws SysException {
    Fd a = directory(A);
    sys().mkdir(a, B);
    try (Fd opened = sys().openDir(dir(), way(A, B))) {
      assertThat(sys().stat(opened).sameObject(sys().stat(a, B))).isTrue();
    }
    assertThat(sys().stat(dir(), A).sameObject(sys().stat(a))).isTrue();
  }

  @Test
  default void openDirAnswersENOENTForAMissingComponent() throws SysException {
    directory(A);
    assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), way(B)));
    assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), way(B, A)));
    assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), way(A, B)));
    assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), way(A, B, C)));
  }

  @Test
  default void openDirAnswersENOENTBelowARemovedDirectory() throws SysException {
    Fd removed = removedDirectory();
    assertErrno(Errno.ENOENT, () -> sys().openDir(removed, way(A)));
  }

  @Test
  default void openDirAnswersENOTDIRForAFileAtAnyComponent() throws SysException {
    Fd a = directory(A);
    file(B);
    sys().renameNoReplace(dir(), B, a, B);
    file(C);
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), way(C)));
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), way(C, A)));
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), way(A, B)));
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), way(A, B, C)));
  }

  @Test
  default void openDirAnswersENOTDIRForAFifoAndASocket() throws IOException {
    outside().fifo(A);
    outside().socket(B);
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), way(A)));
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), way(B)));
  }

  @Test
  default void openDirAnswersENOTDIRForAFileAsBase() throws SysException {
    Fd file = file(A);
    assertErrno(Errno.ENOTDIR, () -> sys().openDir(file, way(B)));
  }

  @Test
  default void openDirAnswersELOOPForALastSymlink() throws SysException, IOException {
    sys().mkdir(dir(), A);
    outside().symlink(B, "a");
    assertErrno(Errno.ELOOP, () -> sys().openDir(dir(), way(B)));
  }

  @Test
  default void openDirAnswersELOOPForALastSymlinkFurtherDown() throws SysException, IOException {
    Fd a = directory(A);
    outside().symlink(B, ".");
    sys().renameNoReplace(dir(), B, a, B);
    assertErrno(Errno.ELOOP, () -> sys().openDir(dir(), way(A, B)));
  }

  @Test
  default void openDirAnswersELOOPForASymlinkInTheMiddle() throws SysException, IOException {
    sys().mkdir(directory(A), C);
    outside().symlink(B, "a");
    assertErrno(Errno.ELOOP, () -> sys().openDir(dir(), way(B, C)));
  }

  @Test
  default void openDirAnswersELOOPForADanglingSymlink() throws IOException {
    outside().symlink(A, "missing");
    assertErrno(Errno.ELOOP, () -> sys().openDir(dir(), way(A)));
    assertErrno(Errno.ELOOP, () -> sys().openDir(dir(), way(A, B)));
  }

  @Test
  default void openDirAnswersELOOPForASymlinkToAFile() throws SysException, IOException {
    file(A);
    outside().symlink(B, "a");
    assertErrno(Errno.ELOOP, () -> sys().openDir(dir(), way(B)));
  }

  @Test
  default void openDirAnswersEXDEVForAMountPoint() throws SysException {
    Outside.Mount mount = outside().mount();
    Fd above = own(sys().openRoot(mount.above(), true));
    assertErrno(Errno.EXDEV, () -> sys().openDir(above, mount.point()));
    assertErrno(Errno.EXDEV, () -> sys().openDir(above, mount.point().resolve(Name.of("self"))));
  }
}
