package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.benchmarks.Target.Better;
import dev.holdfast.benchmarks.Target.Verdict;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {
  @ParameterizedTest(name = "quartiles {0} to {1} of at least 0.9: {2}")
  @CsvSource({
    "0.95, 1.10, PASS", // all of it reaches the target
    "0.70, 0.95, PASS", // a part does
    "0.70, 0.90, PASS", // the end just does
    "0.70, 0.89, MISS",
  })
  void higherIsBetter(double lower, double upper, Verdict verdict) {
    Spread spread = new Spread(0.1, lower, (lower + upper) / 2, upper, 5);
    assertThat(new Target("ratio", Better.HIGHER, 0.9).judge(spread)).isEqualTo(verdict);
  }

  @ParameterizedTest(name = "quartiles {0} to {1} of below 10: {2}")
  @CsvSource({
    "2, 3, PASS", // all of it reaches the target
    "9.9, 30, PASS", // a part does
    "10, 30, MISS", // below is not at
    "12, 30, MISS",
  })
  void lowerIsBetter(double lower, double upper, Verdict verdict) {
    Spread spread = new Spread(0.1, lower, (lower + upper) / 2, upper, 500);
    assertThat(new Target("ms", Better.LOWER, 10).judge(spread)).isEqualTo(verdict);
  }
}
