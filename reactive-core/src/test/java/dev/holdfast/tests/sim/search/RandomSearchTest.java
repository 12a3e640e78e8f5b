package dev.holdfast.tests.sim.search;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class RandomSearchTest {
  @Test
  void noScheduleBreaksAPromise() throws Exception {
    RandomSearch search = new RandomSearch(Scenarios.random(), UnaryOperator.identity(), 1);
    long begin = System.nanoTime();
    int most = Integer.getInteger("holdfast.sim.schedules", 2_000);
    search.run(() -> search.schedules() < most);
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf(
        "%d schedules, %.1f calls each, %d power cuts, %.0f schedules/s%n",
        search.schedules(),
        (double) search.steps() / search.schedules(),
        search.cuts(),
        search.schedules() / seconds);
  }
}
