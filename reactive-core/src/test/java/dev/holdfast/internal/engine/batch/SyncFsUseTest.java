package dev.holdfast.internal.engine.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SyncFsUseTest {
  private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

  private final SyncFsUse use = SyncFsUse.ifAllowed(true);

  @Test
  void isForEightOrMore() {
    assertThat(use.isDue(7, 0)).isFalse();
    assertThat(use.isDue(8, 0)).isTrue();
    assertThat(SyncFsUse.ifAllowed(false).isDue(64, 0)).isFalse();
    assertThat(SyncFsUse.from(2).isDue(2, 0)).isTrue();
  }

  @Test
  void goesOnWhileItIsFast() {
    use.took(19 * MS, 100);
    assertThat(use.isDue(8, 100)).isTrue();
  }

  @Test
  void restsAHundredTimesAsLongAsASlowOneTook() {
    use.took(20 * MS, 100);
    assertThat(use.isDue(64, 100)).isFalse();
    assertThat(use.isDue(64, 99 + 2_000 * MS)).isFalse();
    assertThat(use.isDue(64, 100 + 2_000 * MS)).isTrue();
  }

  @Test
  void restsAfterAFailure() {
    use.failed(0, 0);
    assertThat(use.isDue(64, 2_000 * MS - 1)).isFalse();
    assertThat(use.isDue(64, 2_000 * MS)).isTrue();
  }

  @Test
  void aFastOneEndsTheRest() {
    use.took(30 * MS, 0);
    use.took(5 * MS, 3_000 * MS);
    assertThat(use.isDue(64, 3_000 * MS)).isTrue();
  }

  @Test
  void theClockMayHaveAnySign() {
    use.took(20 * MS, Long.MAX_VALUE - 5);
    assertThat(use.isDue(64, Long.MAX_VALUE)).isFalse();
    assertThat(use.isDue(64, Long.MAX_VALUE - 5 + 2_000 * MS)).isTrue();
  }
}
