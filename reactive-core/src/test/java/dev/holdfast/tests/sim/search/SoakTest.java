package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.Soak;
import java.time.Instant;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random schedules, others each time, for as long as asked for: {@code -Dholdfast.soak=10m}. */
@Tag("soak")
class SoakTest {
  private static final int MOST_STATES = 10_000_000;

  @Test
  void noScheduleBreaksAPromise() throws Exception {
    long seed = Instant.now().getEpochSecond() * 1_000_000;
    States states = new States(MOST_STATES);
    RandomSearch search = new RandomSearch(UnaryOperator.identity(), seed, states);
    long begin = System.nanoTime();
    long length = Soak.duration().toNanos();
    search.run(schedules -> System.nanoTime() - begin < length);
    System.out.println("seeds from " + seed);
    System.out.println(Figures.of(search, System.nanoTime() - begin));
    System.out.printf(
        "%s%,d distinct states, 0 violations%n",
        states.count() < MOST_STATES ? "" : "at least ", states.count());
  }

  @Test
  void noScheduleOfAppendsBreaksAPromise() throws Exception {
    long seed = Instant.now().getEpochSecond() * 1_000_000;
    AppendSearch search = new AppendSearch(AppendMutant.NONE, seed);
    long begin = System.nanoTime();
    long length = Soak.duration().toNanos();
    AssertionError found = search.run(schedules -> System.nanoTime() - begin < length);
    System.out.println("seeds of appends from " + seed + ": " + search);
    if (found != null) {
      throw found;
    }
  }

  @Test
  void noSeriesOfSwapsLeadsAnOperationAstray() {
    long seed = Instant.now().getEpochSecond() * 1_000_000;
    SwapSearch search = new SwapSearch(UnaryOperator.identity());
    long begin = System.nanoTime();
    long length = Soak.duration().toNanos();
    while (System.nanoTime() - begin < length) {
      search.random(seed + search.runs());
    }
    System.out.printf("seeds of swaps from %d: %,d runs, 0 violations%n", seed, search.runs());
  }
}
