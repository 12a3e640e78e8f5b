package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatTest {

  private static Stat stat(long dev, long ino, long size) {
    return new Stat(dev, ino, 1, FileType.REGULAR, 0600, 1, 0, size, 0, 0, null);
  }

  @Test
  void oneObjectIsOneInodeOfOneDeviceWhateverItsContent() {
    assertThat(stat(1, 2, 3).sameObject(stat(1, 2, 4))).isTrue();
    assertThat(stat(1, 2, 3).sameObject(stat(1, 3, 3))).isFalse();
    assertThat(stat(1, 2, 3).sameObject(stat(2, 2, 3))).isFalse();
  }
}
