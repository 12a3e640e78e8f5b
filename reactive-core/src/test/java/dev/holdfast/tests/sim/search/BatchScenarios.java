package dev.holdfast.tests.sim.search;

import static dev.holdfast.tests.sim.search.Step.publish;
import static dev.holdfast.tests.sim.search.Step.remove;
import static dev.holdfast.tests.sim.search.Step.replace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the searches let a process do in batches. */
final class BatchScenarios {
  private static final World STORE = World.with(Map.of("a", 901, "dir/b", 902));

  private static final List<Step> IN_TWO_DIRECTORIES =
      List.of(publish("new"), replace("dir/b"), publish("dir/new"));

  private BatchScenarios() {}

  /** A process alone. */
  static List<Scenario> alone() {
    List<Scenario> all = new ArrayList<>();
    for (Batching how : Batching.values()) {
      List<Step> steps = new ArrayList<>(IN_TWO_DIRECTORIES);
      if (how == Batching.OVERLAPPING) {
        steps.add(replace("a"));
      }
      all.add(scenario("three in two directories", how, steps));
    }
    all.add(
        scenario(
            "with a directory to be made",
            Batching.ONE_SYNC_EACH,
            List.of(publish("x/y/new"), publish("x/other"))));
    all.add(
        scenario(
            "buffered and durable",
            Batching.ONE_SYNC_FOR_ALL,
            List.of(publish("new").buffered(), publish("dir/new"), replace("a"))));
    return all;
  }

  /** A process with another one that changes one of the names by itself. */
  static List<Scenario> competing() {
    List<Scenario> all = new ArrayList<>();
    for (Step other : List.of(publish("dir/new"), replace("dir/b"), remove("dir/b"))) {
      all.add(
          scenario(
              "a batch beside a " + other.kind(),
              Batching.ONE_SYNC_FOR_ALL,
              IN_TWO_DIRECTORIES,
              List.of(other)));
    }
    return all;
  }

  @SafeVarargs
  private static Scenario scenario(String name, Batching how, List<Step>... programs) {
    return Scenario.of(name + ", " + how, STORE, List.of(programs)).inBatches(how);
  }
}
