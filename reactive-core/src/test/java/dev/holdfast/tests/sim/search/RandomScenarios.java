package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.SimPrimitive;
import dev.holdfast.tests.sim.search.Operation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Scenarios that a seed makes up: two or three processes, a few steps each, on a few paths. */
final class RandomScenarios {
  private static final String[] PATHS = {"a", "dir/b", "new", "x/y"};

  private static final List<World> WORLDS =
      List.of(
          World.with(Map.of("a", 901, "dir/b", 902)),
          World.with(Map.of("a", 901), fs -> fs.granularity(4_000_000)),
          World.with(
              Map.of("a", 901, "dir/b", 902),
              fs -> fs.lacks(SimPrimitive.ACLS, SimPrimitive.BIRTH_TIMES)),
          World.with(Map.of("dir/b", 902), fs -> fs.type("tmpfs")));

  private RandomScenarios() {}

  static Scenario of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    World world = WORLDS.get(random.nextInt(WORLDS.size()));
    int paths = 1 + random.nextInt(2);
    int first = random.nextInt(PATHS.length);
    List<List<Step>> programs = new ArrayList<>();
    for (int process = 2 + random.nextInt(2); process > 0; process--) {
      List<Step> program = new ArrayList<>();
      for (int steps = 1 + random.nextInt(2); steps > 0; steps--) {
        String path = PATHS[(first + random.nextInt(paths)) % PATHS.length];
        program.add(step(random, path));
      }
      programs.add(program);
    }
    return Scenario.of("made up from " + seed, world, programs);
  }

  private static Step step(SplittableRandom random, String path) {
    Kind[] kinds = {
      Kind.PUBLISH,
      Kind.REPLACE,
      Kind.COMPARE_AND_REPLACE,
      Kind.REMOVE,
      Kind.REMOVE_EXPECTED,
      Kind.MOVE,
      Kind.READ
    };
    Kind kind = kinds[random.nextInt(kinds.length)];
    int length = random.nextInt(4) == 0 ? 1_500 : 20 + random.nextInt(500);
    boolean durable = kind != Kind.READ && random.nextInt(5) > 0;
    return new Step(kind, path, length, durable);
  }
}
