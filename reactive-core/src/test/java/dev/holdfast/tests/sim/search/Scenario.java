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
 */
record Scenario(
    String name, World world, List<List<Step>> programs, boolean opening, Intruder intruder) {

  static Scenario of(String name, World world, List<List<Step>> programs) {
    return new Scenario(name, world, programs, false, null);
  }

  Scenario opened() {
    return new Scenario(name, world, programs, true, intruder);
  }

  Scenario with(Intruder somebody) {
    return new Scenario(name, world, programs, opening, somebody);
  }

  @Override
  public String toString() {
    return name;
  }
}
