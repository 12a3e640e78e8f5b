package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SysExceptionTest {

  @Test
  void tellsCallNameNumberAndMeaning() {
    SysException failure = new SysException(Errno.EEXIST, 17, "linkat");
    assertThat(failure.errno()).isEqualTo(Errno.EEXIST);
    assertThat(failure.number()).isEqualTo(17);
    assertThat(failure.call()).isEqualTo("linkat");
    assertThat(failure).hasMessage("linkat: EEXIST (exists already)");
    assertThat(failure.describe()).isEqualTo(failure.getMessage());
  }

  @Test
  void tellsTheNumberOfAnErrorWithoutAName() {
    assertThat(new SysException(Errno.OTHER, 74, "openat")).hasMessage("openat: error 74");
  }

  @Test
  void costsNoStackTrace() {
    SysException failure = new SysException(Errno.ENOENT, 2, "statx");
    failure.addSuppressed(new IllegalStateException());
    assertThat(failure.getStackTrace()).isEmpty();
    assertThat(failure.getSuppressed()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void everyErrorHasAMeaningInWords(Errno errno) {
    assertThat(errno.meaning()).matches("[a-z][A-Za-z0-9 /,-]+");
  }
}
