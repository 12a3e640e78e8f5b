package dev.holdfast.internal.sys.linux;

import static dev.holdfast.internal.sys.SysAssertions.assertClosed;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LinuxFdTest {
  private static final Cleaner CLEANER = Cleaner.create();

  @TempDir Path temp;

  private int openNumber() {
    byte[] path = LinuxSys.terminated(temp.toString());
    int number = LibC.openat(LinuxAbi.AT_FDCWD, path, LinuxAbi.O_CLOEXEC, 0);
    assertThat(number).isNotNegative();
    return number;
  }

  private Set<Integer> descriptors() throws IOException {
    return OpenDescriptors.below(temp);
  }

  @Test
  void closeWaitsForTheCallsInFlight() throws IOException {
    int number = openNumber();
    LinuxFd fd = new LinuxFd(number, CLEANER);
    assertThat(fd.acquire()).isEqualTo(number);
    assertThat(fd.acquire()).isEqualTo(number);
    fd.close();
    assertThat(descriptors()).containsExactly(number);
    fd.release();
    assertThat(descriptors()).containsExactly(number);
    fd.release();
    assertThat(descriptors()).isEmpty();
  }

  @Test
  void noCallBeginsAfterClose() throws IOException {
    LinuxFd fd = new LinuxFd(openNumber(), CLEANER);
    fd.acquire();
    fd.close();
    assertClosed(fd::acquire);
    fd.release();
    assertClosed(fd::acquire);
    assertThat(descriptors()).isEmpty();
  }

  @Test
  void theNumberIsClosedOnce() throws IOException {
    int number = openNumber();
    LinuxFd fd = new LinuxFd(number, CLEANER);
    fd.acquire();
    fd.release();
    fd.close();
    assertThat(descriptors()).isEmpty();
    try (LinuxFd next = new LinuxFd(openNumber(), CLEANER)) {
      assertThat(next.acquire()).isEqualTo(number); // the lowest free number is given again
      next.release();
      fd.close();
      assertThat(descriptors()).containsExactly(number);
    }
  }

  private void forget() {
    assertThat(new LinuxFd(openNumber(), CLEANER)).isNotNull();
  }

  @Test
  @Timeout(20)
  void theCollectorClosesWhatWasForgotten() throws IOException {
    forget();
    assertThat(descriptors()).hasSize(1);
    while (!descriptors().isEmpty()) {
      System.gc();
    }
    assertThat(descriptors()).isEmpty();
  }
}
