package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserNamespaceTest {
  private static final int NOBODY = 65_534;
  private static final String EVERYBODY = "         0          0 4294967295\n";
  private static final String ROOT_ONLY = "         0       1000          1\n";

  private static boolean stands(int uid, String map) {
    return UserNamespace.standsForUnmapped(uid, "65534\n", map);
  }

  @Test
  void whereEverybodyIsMappedNobodyIsAUserToo() {
    assertThat(stands(NOBODY, EVERYBODY)).isFalse();
  }

  @Test
  void whereHeIsNotMappedHeStandsForTheOthers() {
    assertThat(stands(NOBODY, ROOT_ONLY)).isTrue();
    assertThat(stands(NOBODY, "")).isTrue();
    assertThat(stands(0, ROOT_ONLY)).isFalse();
  }

  @Test
  void rangesEndBeforeTheirEnd() {
    assertThat(stands(NOBODY, "0 100000 65534\n")).isTrue();
    assertThat(stands(NOBODY, "0 100000 65535\n")).isFalse();
    assertThat(stands(NOBODY, "0 0 1\n65534 100000 1\n")).isFalse();
    assertThat(stands(NOBODY, "65535 100000 5\n")).isTrue();
  }

  @Test
  void theNumberIsTheKernels() {
    assertThat(UserNamespace.standsForUnmapped(NOBODY, "4294967294\n", "")).isFalse();
    assertThat(UserNamespace.standsForUnmapped(-2, "4294967294\n", "")).isTrue();
  }

  @Test
  void whatCannotBeReadProvesNothing() {
    assertThat(UserNamespace.standsForUnmapped(NOBODY, null, "")).isFalse();
    assertThat(UserNamespace.standsForUnmapped(NOBODY, "65534", null)).isFalse();
  }

  @Test
  void hereWeAreSomebody() {
    assertThat(LinuxEnvironment.SYS.standsForUnmapped(LinuxEnvironment.SYS.effectiveUid()))
        .isFalse();
  }
}
