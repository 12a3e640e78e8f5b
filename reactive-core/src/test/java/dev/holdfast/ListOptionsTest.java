package dev.holdfast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListOptionsTest {

  @Test
  void byDefaultItIsTheFirstThousand() {
    assertThat(new ListOptions().getLimit()).isEqualTo(1_000).isEqualTo(ListOptions.DEFAULT_LIMIT);
    assertThat(new ListOptions().getAfter()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9_999, 10_000})
  void limitsFromOneToTheMaximumAreTaken(int limit) {
    assertThat(new ListOptions().setLimit(limit).getLimit()).isEqualTo(limit);
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 10_001, Integer.MAX_VALUE})
  void otherLimitsAreRefusedAndChangeNothing(int limit) {
    ListOptions options = new ListOptions().setLimit(7);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> options.setLimit(limit))
        .withMessage("limit is " + limit + ", expected 1 to 10000");
    assertThat(options.getLimit()).isEqualTo(7);
  }

  @Test
  void aPageStartsAfterAName() {
    assertThat(new ListOptions().setAfter("name").getAfter()).contains("name");
  }

  @Test
  void noNameIsRefusedAtOnce() {
    assertThatNullPointerException()
        .isThrownBy(() -> new ListOptions().setAfter(null))
        .withMessage("after");
  }

  @Test
  void aCopyIsIndependent() {
    ListOptions original = new ListOptions().setLimit(7).setAfter("a");
    ListOptions copy = new ListOptions(original);

    original.setLimit(8).setAfter("b");

    assertThat(copy.getLimit()).isEqualTo(7);
    assertThat(copy.getAfter()).contains("a");
  }
}
