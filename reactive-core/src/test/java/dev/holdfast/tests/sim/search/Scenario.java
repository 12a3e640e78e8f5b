package dev.holdfast.tests.sim.search;

import java.util.List;

/**
 * What several processes do on one machine.
 *
 * @param name for reports
 * @param world where it begins
 * @param programs what each process does with the store
 * @param opening whether the processes open the store in the run, instead of before it
 * @param intruder what somebody does who does not know the store's rules, or null
 * @param batching how the first process makes its changes in batches, or null
 * @param keepHistory how many older versions are kept
 */
record Scenario(
    String name,
    World world,
    List<List<Step>> programs,
    boolean opening,
    Intruder intruder,
    Batching batching,
    int keepHistory) {

  static Scenario of(String name, World world, List<List<Step>> programs) {
    return new Scenario(name, world, programs, false, null, null, 0);
  }

  Scenario opened() {
    return new Scenario(name, world, programs, true, intruder, batching, keepHistory);
  }

  Scenario with(Intruder somebody) {
    return new Scenario(name, world, programs, opening, somebody, batching, keepHistory);
  }

  Scenario inBatches(Batching how) {
    return new Scenario(name, world, programs, opening, intruder, how, keepHistory);
  }

  /** Every process keeps that many older versions. */
  Scenario keeping(int versions) {
    return new Scenario(name, world, programs, opening, intruder, batching, versions);
  }

  /** Whether a step takes a file from its name for a moment, to which recovery brings it back. */
  boolean handsOver() {
    return programs.stream()
        .flatMap(List::stream)
        .anyMatch(step -> step.kind() == Operation.Kind.REPLACE_FROM);
  }

  @Override
  public String toString() {
    return name;
  }
}
