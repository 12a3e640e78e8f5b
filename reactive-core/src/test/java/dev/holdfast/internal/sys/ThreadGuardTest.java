package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.internal.sys.ThreadGuard.WrongThreadException;
import org.junit.jupiter.api.Test;

class ThreadGuardTest {

  @Test
  void refusesWhereThePredicateForbids() {
    assertThatExceptionOfType(WrongThreadException.class)
        .isThrownBy(() -> ThreadGuard.forbidding(() -> true).check("fsync"))
        .withMessageStartingWith("fsync was called on thread ")
        .withMessageContaining(Thread.currentThread().getName());
  }

  @Test
  void returnsElsewhere() {
    assertThatCode(() -> ThreadGuard.forbidding(() -> false).check("fsync"))
        .doesNotThrowAnyException();
  }
}
