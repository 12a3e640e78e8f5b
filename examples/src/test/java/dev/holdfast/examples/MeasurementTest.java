package dev.holdfast.examples;

import static dev.holdfast.examples.Measurement.percentile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.vertx.core.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasurementTest {
  @Test
  void percentilesAreNearestRanks() {
    long[] hundred = LongStream.rangeClosed(1, 100).toArray();
    assertThat(percentile(hundred, 50)).isEqualTo(50);
    assertThat(percentile(hundred, 99)).isEqualTo(99);
    assertThat(percentile(hundred, 100)).isEqualTo(100);
    assertThat(percentile(new long[] {10, 20, 30}, 50)).isEqualTo(20);
    assertThat(percentile(new long[] {10, 20, 30}, 99)).isEqualTo(30);
    assertThat(percentile(new long[] {7}, 1)).isEqualTo(7);
  }

  @Test
  void percentilesOfNothingAreRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> percentile(new long[0], 50));
    assertThatIllegalArgumentException().isThrownBy(() -> percentile(new long[1], 0));
  }

  @Test
  void countsOnlyWhatSucceeds() {
    Measurement measurement = new Measurement("read");
    measurement.time(() -> Future.succeededFuture(1_500L), bytes -> bytes);
    measurement.time(() -> Future.<Long>failedFuture("no"), bytes -> bytes);
    measurement.took(500_000_000);
    assertThat(measurement.count()).isEqualTo(1);
    assertThat(measurement.row()).startsWith("read ").contains(" 1,500 ", " 2 ");
  }

  @Test
  void showsThatNothingWasMeasured() {
    assertThat(new Measurement("read").row().trim().split(" +"))
        .containsExactly("read", "0", "0", "-", "-", "-");
  }
}
