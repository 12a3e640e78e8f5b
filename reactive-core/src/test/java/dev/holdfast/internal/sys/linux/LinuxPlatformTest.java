package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.internal.sys.UnsupportedPlatformException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinuxPlatformTest {

  @ParameterizedTest
  @CsvSource({
    "os.name, Mac OS X, 'expected Linux, found Mac OS X'",
    "os.name, Windows 11, 'expected Linux, found Windows 11'",
    "os.arch, riscv64, 'expected an x86-64 or aarch64 processor, found riscv64'",
    "os.arch, i386, 'expected an x86-64 or aarch64 processor, found i386'"
  })
  void otherPlatformsAreRefusedByName(String property, String value, String message) {
    String real = System.setProperty(property, value);
    try {
      assertThatExceptionOfType(UnsupportedPlatformException.class)
          .isThrownBy(() -> LinuxPlatform.load(call -> {}))
          .withMessageStartingWith(message);
    } finally {
      System.setProperty(property, real);
    }
    assertThat(System.getProperty(property)).isEqualTo(real);
  }
}
