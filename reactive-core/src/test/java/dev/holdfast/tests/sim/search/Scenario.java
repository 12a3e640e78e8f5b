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
 */
record Scenario(
    String name,
    World world,
    List<List<Step>> programs,
    boolean opening,
    Intruder intruder,
    Batching batching) {

  static Scenario of(String name, World world, List<List<Step>> programs) {
    return new Scenario(name, world, programs, false, null, null);
  }

  Scenario opened() {
    return new Scenario(name, world, programs, true, intruder, batching);
  }

  Scenario with(Intruder somebody) {
    return new Scenario(name, world, programs, opening, somebody, batching);
  }

  Scenario inBatches(Batching how) {
    return new Scenario(name, world, programs, opening, intruder, how);
  }

  @Override
  public String toString() {
    return name;
  }
}
