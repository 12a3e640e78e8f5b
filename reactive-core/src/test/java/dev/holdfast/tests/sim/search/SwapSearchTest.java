package dev.holdfast.tests.sim.search;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nothing that somebody swaps on the way of an operation leads it out of the store, or into a lie.
 */
class SwapSearchTest {
  private static final int RANDOM = 5_000;

  @ParameterizedTest
  @EnumSource
  void noSwapLeadsAnOperationAstray(SwapOperation operation) {
    SwapSearch search = new SwapSearch(UnaryOperator.identity());
    search.everySwap(operation);
    System.out.printf("swaps during %s: %,d %s%n", operation, search.runs(), search.said());
  }

  @Test
  void noSeriesOfSwapsDoes() {
    SwapSearch search = new SwapSearch(UnaryOperator.identity());
    long begin = System.nanoTime();
    for (long seed = 1; seed <= RANDOM; seed++) {
      search.random(seed);
    }
    System.out.printf(
        "random swaps: %,d runs in %.1f s%n", search.runs(), (System.nanoTime() - begin) / 1e9);
  }
}
