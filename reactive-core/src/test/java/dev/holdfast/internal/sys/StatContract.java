package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

interface StatContract extends SysFixture {

  /** A change that the clock has to notice sooner or later. */
  @FunctionalInterface
  interface Change {
    void make() throws SysException;
  }

  /** Repeats a change until it shows in a time, and gives the description from then. */
  private Stat later(Fd fd, ToLongFunction<Stat> time, Change change) throws SysException {
    long before = time.applyAsLong(sys().stat(fd));
    while (true) {
      change.make();
      Stat now = sys().stat(fd);
      if (time.applyAsLong(now) != before) {
        assertThat(time.applyAsLong(now)).isGreaterThan(before);
        return now;
      }
    }
  }

  @Test
  default void threeStatsDescribeOneFileAlike() throws SysException {
    Fd file = file(A, "hello");
    Stat stat = sys().stat(file);
    assertThat(sys().stat(dir(), A)).isEqualTo(stat);
    assertThat(sys().stat(pathOf(A))).isEqualTo(stat);
  }

  @Test
  default void threeStatsDescribeOneDirectoryAlike() throws SysException {
    Fd a = directory(A);
    Stat stat = sys().stat(a);
    assertThat(sys().stat(dir(), A)).isEqualTo(stat);
    assertThat(sys().stat(pathOf(A))).isEqualTo(stat);
    assertThat(sys().stat(path())).isEqualTo(sys().stat(dir()));
  }

  @Test
  default void statTellsTwoFilesApart() throws SysException {
    Stat a = sys().stat(file(A));
    Stat b = sys().stat(file(B));
    assertThat(a.dev()).isEqualTo(b.dev());
    assertThat(a.ino()).isNotEqualTo(b.ino());
  }

  @Test
  default void statTellsEveryType() throws SysException, IOException {
    file(Name.of("file"));
    sys().mkdir(dir(), Name.of("directory"));
    outside().symlink(Name.of("symlink"), "missing");
    outside().fifo(Name.of("fifo"));
    outside().socket(Name.of("socket"));
    assertThat(sys().stat(dir(), Name.of("file")).type()).isEqualTo(FileType.REGULAR);
    assertThat(sys().stat(dir(), Name.of("directory")).type()).isEqualTo(FileType.DIRECTORY);
    assertThat(sys().stat(dir(), Name.of("symlink")).type()).isEqualTo(FileType.SYMLINK);
    assertThat(sys().stat(dir(), Name.of("fifo")).type()).isEqualTo(FileType.FIFO);
    assertThat(sys().stat(dir(), Name.of("socket")).type()).isEqualTo(FileType.SOCKET);
  }

  @Test
  default void statAtANameDoesNotFollowASymlink() throws SysException, IOException {
    sys().mkdir(directory(A), C);
    outside().symlink(B, "a");
    assertThat(sys().stat(dir(), B).type()).isEqualTo(FileType.SYMLINK);
    assertThat(sys().stat(pathOf(B)).type()).isEqualTo(FileType.SYMLINK);
    assertThat(sys().stat(pathOf(B, C))).isEqualTo(sys().stat(pathOf(A, C)));
  }

  @Test
  default void statSaysWhyItCannot() throws SysException {
    Fd file = file(A);
    Fd removed = removedDirectory();
    assertErrno(Errno.ENOENT, () -> sys().stat(dir(), B));
    assertErrno(Errno.ENOENT, () -> sys().stat(removed, B));
    assertErrno(Errno.ENOENT, () -> sys().stat(pathOf(B)));
    assertErrno(Errno.ENOENT, () -> sys().stat(pathOf(B, C)));
    assertErrno(Errno.ENOTDIR, () -> sys().stat(file, B));
    assertErrno(Errno.ENOTDIR, () -> sys().stat(pathOf(A, B)));
  }

  @Test
  default void statCountsNames() throws SysException {
    Fd file = file(A);
    assertThat(sys().stat(file).nlink()).isEqualTo(1);
    sys().link(file, dir(), B);
    assertThat(sys().stat(file).nlink()).isEqualTo(2);
    sys().unlink(dir(), A);
    sys().unlink(dir(), B);
    assertThat(sys().stat(file).nlink()).isZero();
  }

  @Test
  default void statTellsTheSize() throws SysException {
    Fd file = file(A, "hello");
    assertThat(sys().stat(file).size()).isEqualTo(5);
    write(file, 1_000_000, new byte[] {1});
    assertThat(sys().stat(file).size()).isEqualTo(1_000_001);
  }

  @Test
  @Timeout(10)
  default void statShowsWritesInBothTimes() throws SysException {
    Fd file = file(A, "hello");
    Stat before = sys().stat(file);
    Stat now = later(file, Stat::mtimeNs, () -> write(file, "hello"));
    assertThat(now.ctimeNs()).isGreaterThan(before.ctimeNs());
    assertThat(now.sameObject(before)).isTrue();
  }

  @Test
  @Timeout(10)
  default void statShowsAttributeChangesInOneTimeOnly() throws SysException {
    Fd file = file(A, "hello");
    Stat before = sys().stat(file);
    assertThat(later(file, Stat::ctimeNs, () -> sys().chmod(file, 0640)).mtimeNs())
        .isEqualTo(before.mtimeNs());
    Change linkAndUnlink =
        () -> {
          sys().link(file, dir(), B);
          sys().unlink(dir(), B);
        };
    assertThat(later(file, Stat::ctimeNs, linkAndUnlink).mtimeNs()).isEqualTo(before.mtimeNs());
  }

  @Test
  @Timeout(10)
  default void statShowsNewEntriesInTheDirectorysTimes() throws SysException {
    Change enterAndLeave =
        () -> {
          sys().mkdir(dir(), A);
          sys().rmdir(dir(), A);
        };
    Stat before = sys().stat(dir());
    assertThat(later(dir(), Stat::mtimeNs, enterAndLeave).ctimeNs())
        .isGreaterThan(before.ctimeNs());
  }

  @Test
  @Timeout(10)
  default void statKeepsTheBirthTimeWhereThereIsOne() throws SysException {
    Fd file = file(A);
    Long birth = sys().stat(file).birthNs();
    if (birth == null) {
      Skip.because("no birth times on " + sys().statfs(file));
    }
    Stat now = later(file, Stat::mtimeNs, () -> write(file, "hello"));
    assertThat(now.birthNs()).isEqualTo(birth);
    assertThat(birth).isPositive().isLessThan(now.mtimeNs());
  }

  @Test
  default void statTellsOneMountIdWithinAMount() throws SysException {
    Fd child = directory(A);
    long mount = sys().stat(dir()).mountId();
    assertThat(sys().stat(child).mountId()).isEqualTo(mount);
    assertThat(sys().stat(file(B)).mountId()).isEqualTo(mount);
    assertThat(sys().stat(dir(), B).mountId()).isEqualTo(mount);
    assertThat(sys().stat(pathOf(B)).mountId()).isEqualTo(mount);
    assertThat(sys().stat(own(sys().openParent(child))).mountId()).isEqualTo(mount);
  }

  @Test
  default void statfsDescribesTheFileSystem() throws SysException {
    StatFs here = sys().statfs(dir());
    assertThat(here.type()).isNotBlank();
    assertThat(here.readOnly()).isFalse();
    assertThat(sys().statfs(file(A))).isEqualTo(here);
    assertThat(sys().statfs(own(sys().openParent(directory(B))))).isEqualTo(here);
  }
}
