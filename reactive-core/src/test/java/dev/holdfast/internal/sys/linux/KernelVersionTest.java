package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelVersionTest {
  @ParameterizedTest
  @CsvSource({
    "6.1.0-13-amd64, 6, 1",
    "5.8.0, 5, 8",
    "5.10, 5, 10",
    "4.18.0-553.el8_10.x86_64, 4, 18",
    "5.15.167.4-microsoft-standard-WSL2, 5, 15"
  })
  void readsReleases(String release, int major, int minor) {
    assertThat(KernelVersion.parse(release)).isEqualTo(new KernelVersion(major, minor));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "six", "6", ".8", "99999999999.1"})
  void whatItCannotReadIsOld(String release) {
    assertThat(KernelVersion.parse(release).isAtLeast(0, 1)).isFalse();
  }

  @Test
  void comparesNumbersAndNotText() {
    assertThat(KernelVersion.parse("5.10.1").isAtLeast(5, 8)).isTrue();
    assertThat(KernelVersion.parse("5.8.1").isAtLeast(5, 8)).isTrue();
    assertThat(KernelVersion.parse("5.7.9").isAtLeast(5, 8)).isFalse();
    assertThat(KernelVersion.parse("6.0.0").isAtLeast(5, 8)).isTrue();
    assertThat(KernelVersion.parse("4.19.0").isAtLeast(5, 8)).isFalse();
    assertThat(KernelVersion.running().isAtLeast(3, 0)).isTrue();
  }
}
