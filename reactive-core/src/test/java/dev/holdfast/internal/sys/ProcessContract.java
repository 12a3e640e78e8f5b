package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

interface ProcessContract extends SysFixture {

  @Test
  default void aProcessAlwaysHasTheSameIdentity() {
    ProcessIdentity first = sys().process();
    assertThat(first.pid()).isPositive();
    assertThat(sys().process()).isEqualTo(first);
  }

  private static void assertNeverGoesBack(LongSupplier clock) {
    long previous = clock.getAsLong();
    for (int i = 0; i < 10_000; i++) {
      long now = clock.getAsLong();
      assertThat(now >= previous).isTrue();
      previous = now;
    }
  }

  @Test
  default void monotonicClocksNeverGoBack() {
    assertNeverGoesBack(sys()::monotonicNanos);
    assertNeverGoesBack(sys()::bootTimeNanos);
  }

  private static void awaitProgress(LongSupplier clock) {
    long start = clock.getAsLong();
    while (clock.getAsLong() == start) {
      Thread.onSpinWait();
    }
    assertThat(clock.getAsLong()).isGreaterThan(start);
  }

  @Test
  @Timeout(10)
  default void clocksGoOn() {
    awaitProgress(sys()::monotonicNanos);
    awaitProgress(sys()::bootTimeNanos);
    awaitProgress(sys()::wallMillis);
  }
}
