package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Something to be measured, with a number to reach. */
interface BenchCase {

  /**
   * What the case is called on the command line.
   *
   * @return the name
   */
  String name();

  /**
   * What is measured, in a line.
   *
   * @return the description
   */
  String description();

  /**
   * What {@link #judged} has to reach.
   *
   * @return the target
   */
  Target target();

  /**
   * How much is measured unless the user wants something else.
   *
   * @param quick whether less is enough
   * @return the plan
   */
  Plan plan(boolean quick);

  /**
   * Prepares those that are compared.
   *
   * @param workspace where they work; closes them
   * @return the contestants, in the order of the report
   * @throws IOException if one cannot be prepared
   * @throws InterruptedException if preparing is interrupted
   */
  List<Contestant> contestants(Workspace workspace) throws IOException, InterruptedException;

  /**
   * Which contestant the target is for.
   *
   * @return its name
   */
  String judged();

  /**
   * The figure that the target is about.
   *
   * @param contestant whose figure
   * @param round what each contestant did in one and the same round, by name
   * @return the figure
   */
  double figure(String contestant, Map<String, Round> round);

  /**
   * Everything that is judged; the first is the case's own target, and mostly the only one.
   *
   * @return at least one
   */
  default List<Judgement> judgements() {
    return List.of(new Judgement(name(), target(), judged(), this::figure));
  }

  /**
   * What one contestant did.
   *
   * @param contestant its name
   * @param round what each did, by name
   * @return its part
   */
  static Round of(String contestant, Map<String, Round> round) {
    Round own = round.get(contestant);
    if (own == null) {
      throw new IllegalArgumentException(contestant + " did not take part");
    }
    return own;
  }
}
