package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Random schedules of the store's operations. A seed that fails is repeated, every call printed,
 * with {@code -Dtest=RandomSearchTest -Dholdfast.sim.seed=...}.
 */
class RandomSearchTest {
  private static final int SCHEDULES = 100_000;
  private static final Long SEED = Long.getLong("holdfast.sim.seed");

  @Test
  void noScheduleBreaksAPromise() throws Exception {
    RandomSearch search = new RandomSearch(UnaryOperator.identity(), 1);
    if (SEED != null) {
      search.repeat(SEED).forEach(System.out::println);
      return;
    }
    long begin = System.nanoTime();
    search.run(schedules -> schedules < SCHEDULES);
    System.out.println(Figures.of(search, System.nanoTime() - begin));
    assertMetEverything(search.coverage());
  }

  /** A search in which something never happens proves nothing about it. */
  private static void assertMetEverything(Coverage coverage) {
    List<String> wanted = new ArrayList<>();
    for (Class<?> action : Action.class.getPermittedSubclasses()) {
      wanted.add(action.getSimpleName());
    }
    wanted.remove("Go");
    Set<Operation.Kind> writtenDownAsOthers =
        EnumSet.of(
            Operation.Kind.MOVE,
            Operation.Kind.REPLACE_FROM,
            Operation.Kind.DETACH,
            Operation.Kind.ATTACH);
    for (Operation.Kind kind : EnumSet.complementOf(EnumSet.copyOf(writtenDownAsOthers))) {
      wanted.add(kind + " DONE");
      wanted.add(kind + " NOTHING");
      wanted.add(kind + " NOT_DONE");
    }
    wanted.addAll(
        List.of(
            "PUBLISH REFUSED",
            "PUBLISH UNKNOWN",
            "PUBLISH DONE_NOT_PROVEN",
            "REPLACE UNKNOWN",
            "REPLACE DONE_NOT_PROVEN",
            "REMOVE REFUSED",
            "REMOVE UNKNOWN",
            "REMOVE DONE_NOT_PROVEN",
            "READ REFUSED"));
    assertThat(wanted).allSatisfy(what -> assertThat(coverage.of(what)).as(what).isPositive());
  }
}
