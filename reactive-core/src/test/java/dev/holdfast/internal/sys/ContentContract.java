package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.internal.sys.Sys.Access;
import java.util.Random;
import org.junit.jupiter.api.Test;

interface ContentContract extends SysFixture {

  @Test
  default void readStopsAtTheEnd() throws SysException {
    Fd file = file(A, "hello");
    byte[] target = new byte[100];
    assertThat(sys().read(file, 0, target, 0, 100)).isEqualTo(5);
    assertThat(sys().read(file, 3, target, 0, 100)).isEqualTo(2);
    assertThat(sys().read(file, 5, target, 0, 100)).isZero();
    assertThat(sys().read(file, 1L << 40, target, 0, 100)).isZero();
  }

  @Test
  default void readOfAnEmptyFileIsAtTheEnd() throws SysException {
    Fd file = file(A);
    assertThat(sys().read(file, 0, new byte[1], 0, 1)).isZero();
  }

  @Test
  default void readFillsItsPartOfTheTargetOnly() throws SysException {
    Fd file = file(A, "hello");
    byte[] target = ".........".getBytes(UTF_8);
    assertThat(sys().read(file, 1, target, 2, 3)).isEqualTo(3);
    assertThat(new String(target, UTF_8)).isEqualTo("..ell....");
    assertThat(sys().read(file, 4, target, 6, 3)).isEqualTo(1);
    assertThat(new String(target, UTF_8)).isEqualTo("..ell.o..");
  }

  @Test
  default void readHasNoPositionOfItsOwn() throws SysException {
    Fd file = file(A, "hello");
    assertThat(content(file)).isEqualTo("hello");
    assertThat(content(file)).isEqualTo("hello");
  }

  @Test
  default void writeTakesItsPartOfTheSource() throws SysException {
    Fd file = file(A, "-----");
    assertThat(sys().write(file, 1, "hello".getBytes(UTF_8), 1, 3)).isEqualTo(3);
    assertThat(content(file)).isEqualTo("-ell-");
  }

  @Test
  default void writeOverwritesAndExtends() throws SysException {
    Fd file = file(A, "hello");
    write(file, 4, "ween".getBytes(UTF_8));
    assertThat(content(file)).isEqualTo("hellween");
  }

  @Test
  default void writeBehindTheEndLeavesZeros() throws SysException {
    Fd file = file(A, "x");
    write(file, 4, new byte[] {'y'});
    assertThat(content(file)).isEqualTo("x\0\0\0y");
  }

  @Test
  default void writeReachesPositionsBeyondTwoGigabytes() throws SysException {
    Fd file = file(A);
    long position = 5L << 30;
    write(file, position, new byte[] {'y'});
    assertThat(sys().stat(file).size()).isEqualTo(position + 1);
    assertThat(read(file, position - 1, 10)).containsExactly(0, 'y');
  }

  @Test
  default void bigTransfersMayBePartialAndEndComplete() throws SysException {
    byte[] bytes = new byte[3_000_001];
    new Random(1).nextBytes(bytes);
    Fd file = file(A);
    assertThat(sys().write(file, 0, bytes, 0, bytes.length)).isBetween(1, bytes.length);
    write(file, 0, bytes);
    assertThat(sys().stat(file).size()).isEqualTo(bytes.length);
    assertThat(sys().read(file, 0, new byte[bytes.length], 0, bytes.length))
        .isBetween(1, bytes.length);
    assertThat(read(file, 0, bytes.length + 10)).isEqualTo(bytes);
  }

  @Test
  default void contentIsSharedByEveryDescriptor() throws SysException {
    Fd writer = file(A);
    Fd reader = open(A, Access.READ);
    write(writer, "hello");
    assertThat(content(reader)).isEqualTo("hello");
  }

  @Test
  default void contentCallsSayWhyTheyCannot() throws SysException {
    sys().mkdir(dir(), A);
    Fd directory = open(A, Access.READ);
    assertErrno(Errno.EISDIR, () -> sys().read(directory, 0, new byte[1], 0, 1));
    assertErrno(Errno.EBADF, () -> sys().write(directory, 0, new byte[1], 0, 1));
  }

  @Test
  default void syncAcceptsFilesAndDirectories() throws SysException {
    Fd file = file(A, "hello");
    sys().sync(file);
    sys().sync(open(A, Access.READ));
    sys().sync(dir());
    sys().sync(directory(B));
    sys().sync(removedDirectory());
    assertThat(content(file)).isEqualTo("hello");
  }

  @Test
  default void syncAcceptsAFileWithoutAName() throws SysException {
    Fd tmp = unnamed();
    write(tmp, "hello");
    sys().sync(tmp);
    assertThat(content(tmp)).isEqualTo("hello");
  }

  @Test
  default void appendWritesAtTheEndWhereverThatIs() throws SysException {
    file(A, "hello");
    Fd first = open(A, Access.APPEND);
    Fd second = open(A, Access.APPEND);
    assertThat(sys().append(first, ", world".getBytes(UTF_8), 0, 7)).isEqualTo(7);
    assertThat(sys().append(second, "<!>".getBytes(UTF_8), 1, 1)).isEqualTo(1);
    assertThat(sys().append(first, "?".getBytes(UTF_8), 0, 1)).isEqualTo(1);
    assertThat(content(first)).isEqualTo("hello, world!?");
  }

  @Test
  default void appendWritesALargeRecordInOneCall() throws SysException {
    file(A, "");
    Fd file = open(A, Access.APPEND);
    byte[] record = new byte[1_000_000];
    assertThat(sys().append(file, record, 100, 900_000)).isEqualTo(900_000);
    assertThat(sys().stat(file).size()).isEqualTo(900_000);
  }

  @Test
  default void appendAnswersEBADFIfTheFileIsOpenForReading() throws SysException {
    file(A, "hello");
    Fd reader = open(A, Access.READ);
    assertErrno(Errno.EBADF, () -> sys().append(reader, new byte[1], 0, 1));
    sys().mkdir(dir(), B);
    assertErrno(Errno.EISDIR, () -> sys().openFile(dir(), B, Access.APPEND));
  }

  @Test
  default void truncateCutsOffAndExtendsWithZeros() throws SysException {
    Fd file = file(A, "hello");
    sys().truncate(file, 2);
    assertThat(content(file)).isEqualTo("he");
    sys().truncate(file, 4);
    assertThat(content(file)).isEqualTo("he\0\0");
    sys().truncate(file, 0);
    assertThat(sys().stat(file).size()).isZero();
  }

  @Test
  default void truncateForgetsWhatItCutOff() throws SysException {
    Fd file = file(A, "x".repeat(2_000));
    sys().truncate(file, 700);
    write(file, 1_500, new byte[] {'y'});
    assertThat(content(file)).startsWith("x".repeat(700) + "\0".repeat(300)).hasSize(1_000);
    assertThat(read(file, 1_000, 1_000)).hasSize(501).endsWith(new byte[] {0, 'y'});
  }

  @Test
  default void truncateNeedsWriting() throws SysException {
    file(A, "hello");
    Fd reader = open(A, Access.READ);
    Throwable refused = catchThrowable(() -> sys().truncate(reader, 0));
    assertThat(refused).isInstanceOf(SysException.class);
    assertThat(((SysException) refused).errno()).isIn(Errno.EBADF, Errno.EINVAL);
    assertThat(content(reader)).isEqualTo("hello");
  }

  @Test
  default void otherSyncsAcceptFilesAndDirectories() throws SysException {
    Fd file = file(A, "hello");
    sys().dataSync(file);
    sys().dataSync(open(A, Access.APPEND));
    sys().syncFs(file);
    sys().syncFs(dir());
    assertThat(content(file)).isEqualTo("hello");
  }
}
