package dev.holdfast.benchmarks;

import java.util.Map;

/**
 * A number that a case has to reach.
 *
 * @param name what it is called in the last lines of the report
 * @param target the number
 * @param contestant who has to reach it
 * @param figure how it comes from what was measured
 */
record Judgement(String name, Target target, String contestant, Figure figure) {

  /** What is judged. */
  @FunctionalInterface
  interface Figure {
    /**
     * The figure of one contestant, who need not be the one that is judged.
     *
     * @param contestant whose figure
     * @param round what each contestant did in one and the same round, by name
     * @return the figure
     */
    double of(String contestant, Map<String, Round> round);
  }
}
