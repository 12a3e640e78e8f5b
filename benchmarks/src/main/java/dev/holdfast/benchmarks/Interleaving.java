package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Lets the contestants take turns, in another order each round. A disk that is slow for a while is
 * slow for all of them, and figures are compared within a round only.
 */
final class Interleaving {
  private final Plan plan;
  private final Random random = new Random(Plan.SEED);

  /** Turns. */
  Interleaving(Plan plan) {
    this.plan = plan;
  }

  /** Runs all rounds. */
  List<Map<String, Round>> run(List<Contestant> contestants)
      throws IOException, InterruptedException {
    List<Map<String, Round>> counted = new ArrayList<>();
    List<Contestant> order = new ArrayList<>(contestants);
    for (int number = -plan.warmUpRounds(); number < plan.rounds(); number++) {
      Collections.shuffle(order, random);
      Map<String, Round> round = new HashMap<>();
      for (Contestant contestant : order) {
        round.put(contestant.name(), contestant.run(plan.operations()));
        contestant.settle();
      }
      if (number >= 0) {
        counted.add(round);
      }
    }
    return counted;
  }
}
