package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Finding a mount in what proc(5) says about all of them. */
class MountPointTest {
  private static final String MOUNTS =
      "21 1 8:1 / / rw,relatime - ext4 /dev/root rw\n"
          + "210 21 0:31 /sub /mnt/with\\040space\\134 rw shared:7 - nfs4 host:/x rw,vers=4.2\n"
          + "2 21 0:5 / /short rw - tmpfs none rw\n";

  @Test
  void isTheOneWithThatNumber() {
    assertThat(ProcFs.mountPoint(MOUNTS, 21)).contains("/");
    assertThat(ProcFs.mountPoint(MOUNTS, 2)).contains("/short");
  }

  @Test
  void showsSpacesAndBackslashesAsTheyAre() {
    assertThat(ProcFs.mountPoint(MOUNTS, 210)).contains("/mnt/with space\\");
  }

  @Test
  void isUnknownForAMountThatThisProcessDoesNotSee() {
    assertThat(ProcFs.mountPoint(MOUNTS, 1)).isEmpty();
    assertThat(ProcFs.mountPoint("", 1)).isEmpty();
    assertThat(ProcFs.mountPoint("garbage\n", 1)).isEmpty();
  }
}
