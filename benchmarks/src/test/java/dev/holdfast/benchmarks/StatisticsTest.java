package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void medianIsTheMiddleWhateverTheOrder() {
    assertThat(Statistics.median(3, 1, 2)).isEqualTo(2);
    assertThat(Statistics.median(4, 1, 3, 2)).isEqualTo(2.5);
    assertThat(Statistics.median(7)).isEqualTo(7);
  }

  @Test
  void nothingHasNoMedian() {
    assertThatThrownBy(Statistics::median).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void quartilesOfNineAreTheThirdAndTheSeventh() {
    Spread spread = Spread.of(9, 8, 7, 6, 5, 4, 3, 2, 1);
    assertThat(spread).isEqualTo(new Spread(1, 3, 5, 7, 9));
  }

  @Test
  void quartilesMayLieBetweenTwoFigures() {
    Spread spread = Spread.of(1, 2);
    assertThat(spread).isEqualTo(new Spread(1, 1.25, 1.5, 1.75, 2));
  }

  @Test
  void oneOutlierMovesOnlyTheExtremes() {
    Spread calm = Spread.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    Spread disturbed = Spread.of(1, 2, 3, 4, 5, 6, 7, 8, 900);
    assertThat(disturbed.max()).isEqualTo(900);
    assertThat(disturbed.upperQuartile()).isEqualTo(calm.upperQuartile());
    assertThat(disturbed.median()).isEqualTo(calm.median());
  }

  @Test
  void percentilesAreMeasuredValues() {
    long[] values = LongStream.rangeClosed(1, 200).toArray();
    assertThat(Statistics.percentile(values, 50)).isEqualTo(100);
    assertThat(Statistics.percentile(values, 99)).isEqualTo(198);
    assertThat(Statistics.percentile(values, 100)).isEqualTo(200);
    assertThat(Statistics.percentile(new long[] {5}, 1)).isEqualTo(5);
  }

  @Test
  void roundsCountTimesInTheirUnits() {
    Round round = new Round(4, 2_000_000_000L, 400_000_000, 600_000_000, 400_000_000, 600_000_000);
    assertThat(round.operationsPerSecond()).isEqualTo(2);
    assertThat(round.percentileMicros(50)).isEqualTo(400_000);
    assertThat(round.longestMillis()).isEqualTo(600);
  }

  @Test
  void roundsPutTogetherHoldAllTimes() {
    Round all = Round.all(List.of(new Round(2, 1_000, 1, 9), new Round(1, 500, 5)));
    assertThat(all.operations()).isEqualTo(3);
    assertThat(all.elapsedNanos()).isEqualTo(1_500);
    assertThat(all.percentileMicros(50)).isCloseTo(0.005, within(1e-9));
    assertThat(all.percentileMicros(100)).isCloseTo(0.009, within(1e-9));
  }
}
