package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.Survival;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * All ways in which the effects that nobody synced can survive a power cut, one after the other:
 * the answers are counted up like a binary number. If there are too many, the first of them, the
 * last one, and some by the toss of a coin.
 */
final class EverySurvival {
  /** What happens with one of them. */
  @FunctionalInterface
  interface Use {
    /** Cuts the power. */
    void with(Survival survival);
  }

  private final List<Boolean> answers = new ArrayList<>();
  private int asked;

  private EverySurvival() {}

  /**
   * Goes through them.
   *
   * @param most how many at most
   * @param use what happens with each
   * @return how many there were
   */
  static int each(int most, Use use) {
    EverySurvival every = new EverySurvival();
    int done = 0;
    do {
      every.asked = 0;
      use.with(every::answer);
      done++;
      if (done == most) {
        use.with(Survival.EVERYTHING);
        for (int seed = 0; seed < most; seed++) {
          use.with(Survival.random(seed));
        }
        return 2 * most + 1;
      }
    } while (every.next());
    return done;
  }

  private boolean answer(Supplier<String> effect) {
    if (asked == answers.size()) {
      answers.add(false);
    }
    return answers.get(asked++);
  }

  /** The next number; what was not asked this time is forgotten. */
  private boolean next() {
    answers.subList(asked, answers.size()).clear();
    while (!answers.isEmpty() && answers.get(answers.size() - 1)) {
      answers.remove(answers.size() - 1);
    }
    if (answers.isEmpty()) {
      return false;
    }
    answers.set(answers.size() - 1, true);
    return true;
  }
}
