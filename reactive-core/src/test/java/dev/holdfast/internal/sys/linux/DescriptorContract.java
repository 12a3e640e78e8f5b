package dev.holdfast.internal.sys.linux;

import static dev.holdfast.internal.sys.SysAssertions.assertClosed;
import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the kernel says about the descriptors that the port opens and closes. */
interface DescriptorContract extends SysFixture {

  private Set<Integer> descriptors() throws IOException {
    return OpenDescriptors.below(Path.of(path().toString()));
  }

  @Test
  default void everyDescriptorClosesOnExec() throws Exception {
    file(A);
    directory(B);
    own(sys().openRoot(path(), true));
    own(sys().openParent(directory(C)));
    open(A, Access.READ);
    open(A, Access.READ_WRITE);
    own(sys().list(dir()));
    unnamed();
    Set<Integer> numbers = descriptors();
    assertThat(numbers).hasSize(10); // and the test's own directory
    for (int number : numbers) {
      assertThat(OpenDescriptors.closesOnExec(number)).as("descriptor " + number).isTrue();
    }
  }

  @Test
  default void closingGivesEveryDescriptorBack() throws Exception {
    Set<Integer> before = descriptors();
    directory(A).close();
    file(B).close();
    unnamed().close();
    sys().openRoot(pathOf(A), false).close();
    sys().openFile(dir(), B, Access.READ).close();
    try (Fd a = sys().openDir(dir(), NamePath.of(A))) {
      sys().openParent(a).close();
      sys().list(a).close();
      entries(a);
    }
    assertThat(descriptors()).isEqualTo(before);
  }

  @Test
  default void failuresLeaveNoDescriptorBehind() throws Exception {
    try (Fd file = sys().createFile(dir(), A);
        Fd reader = sys().openFile(dir(), A, Access.READ)) {
      outside().symlink(B, "a");
      outside().socket(C);
      Set<Integer> before = descriptors();
      assertErrno(Errno.ELOOP, () -> sys().openRoot(pathOf(B), false));
      assertErrno(Errno.ENOTDIR, () -> sys().openRoot(pathOf(A), false));
      assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), NamePath.of(A)));
      assertErrno(Errno.ENOTDIR, () -> sys().openParent(file));
      assertErrno(Errno.ELOOP, () -> sys().openFile(dir(), B, Access.READ));
      assertErrno(Errno.ENXIO, () -> sys().openFile(dir(), C, Access.READ));
      assertErrno(Errno.EEXIST, () -> sys().createFile(dir(), A));
      assertErrno(Errno.ENOTDIR, () -> sys().openTmp(file));
      assertErrno(Errno.EEXIST, () -> sys().link(file, dir(), A));
      assertErrno(Errno.ENOTDIR, () -> sys().list(file));
      assertErrno(Errno.EBADF, () -> sys().ofdTryLock(reader, LockMode.EXCLUSIVE, 0));
      assertThat(descriptors()).isEqualTo(before);
    }
  }

  @Test
  default void aWayThatEndsHalfwayLeavesNoDescriptorBehind() throws Exception {
    try (Fd a = directory(A);
        Fd b = sys().createFile(a, B)) {
      Set<Integer> before = descriptors();
      assertErrno(Errno.ENOTDIR, () -> sys().openDir(dir(), new NamePath(List.of(A, B, C))));
      assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), new NamePath(List.of(A, C, C))));
      assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), new NamePath(List.of(A, C))));
      assertErrno(Errno.ENOTDIR, () -> sys().openDir(b, NamePath.of(C)));
      assertThat(descriptors()).isEqualTo(before);
    }
  }

  /** A refused call has to let go of the other descriptor too, or its close never happens. */
  @Test
  default void aRefusedCallLetsGoOfTheOtherDescriptor() throws Exception {
    Set<Integer> before = descriptors();
    Fd file = sys().createFile(dir(), A);
    sys().mkdir(dir(), B);
    Fd b = sys().openDir(dir(), NamePath.of(B));
    Fd closed = sys().openDir(dir(), NamePath.of(B));
    closed.close();
    assertClosed(() -> sys().link(file, closed, C));
    assertClosed(() -> sys().renameNoReplace(b, A, closed, C));
    assertClosed(() -> sys().renameNoReplace(closed, A, b, C));
    file.close();
    b.close();
    assertThat(descriptors()).isEqualTo(before);
  }

  @Test
  default void manyFailuresUseUpNothing() throws Exception {
    try (Fd a = directory(A)) {
      Set<Integer> before = descriptors();
      for (int i = 0; i < 2_000; i++) {
        assertErrno(Errno.ENOENT, () -> sys().openDir(dir(), new NamePath(List.of(A, B))));
      }
      assertThat(descriptors()).isEqualTo(before);
      assertThat(entries(a)).isEmpty();
    }
  }
}
