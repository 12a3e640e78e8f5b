package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The search for swaps finds the mistakes that it is for. */
class SwapMutantsTest {
  @ParameterizedTest
  @EnumSource
  void isCaught(SwapMutants mutant) {
    SwapSearch search = new SwapSearch(mutant::over);
    String caught = hunt(search, mutant.operation);
    System.out.printf("%s survived %,d swaps, until %s%n", mutant, search.runs(), caught);
    assertThat(caught).isNotEmpty();
  }

  private static String hunt(SwapSearch search, SwapOperation operation) {
    try {
      search.everySwap(operation);
      return "";
    } catch (AssertionError e) {
      return String.join("; ", e.getMessage().lines().limit(2).toList());
    }
  }
}
