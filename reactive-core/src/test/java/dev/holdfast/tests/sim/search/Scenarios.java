package dev.holdfast.tests.sim.search;

import static dev.holdfast.tests.sim.search.Step.attach;
import static dev.holdfast.tests.sim.search.Step.compareAndReplace;
import static dev.holdfast.tests.sim.search.Step.detach;
import static dev.holdfast.tests.sim.search.Step.ensureDirectory;
import static dev.holdfast.tests.sim.search.Step.move;
import static dev.holdfast.tests.sim.search.Step.publish;
import static dev.holdfast.tests.sim.search.Step.read;
import static dev.holdfast.tests.sim.search.Step.remove;
import static dev.holdfast.tests.sim.search.Step.removeExpected;
import static dev.holdfast.tests.sim.search.Step.repair;
import static dev.holdfast.tests.sim.search.Step.replace;
import static dev.holdfast.tests.sim.search.Step.replaceFrom;
import static dev.holdfast.tests.sim.search.Step.verifyTree;

import dev.holdfast.tests.sim.SimFileSystem;
import dev.holdfast.tests.sim.SimPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What the searches let processes do. */
final class Scenarios {
  private static final World STORE = World.with(Map.of("a", 901, "dir/b", 902));
  private static final World EMPTY_STORE = World.with(Map.of());
  private static final World TWO_FILES = World.with(Map.of("a", 901, "a2", 903));
  private static final World ONE_OPEN = World.open(Map.of("a", 901, "dir/b", 902), "dir/b");
  private static final World COARSE_CLOCK =
      World.with(Map.of("a", 901, "dir/b", 902), fs -> fs.granularity(4_000_000));
  private static final World NO_ACLS =
      World.with(
          Map.of("a", 901, "dir/b", 902),
          fs -> fs.lacks(SimPrimitive.ACLS, SimPrimitive.BIRTH_TIMES));

  private static final World BY_RENAME = lacking(SimPrimitive.UNNAMED_FILES);
  private static final World BY_LINK =
      lacking(
          SimPrimitive.UNNAMED_FILES, SimPrimitive.RENAME_NO_REPLACE, SimPrimitive.RENAME_EXCHANGE);
  private static final World NFS = World.with(Map.of("a", 901, "dir/b", 902), SimFileSystem::nfs);

  private Scenarios() {}

  private static World lacking(SimPrimitive... primitives) {
    return World.with(Map.of("a", 901, "dir/b", 902), fs -> fs.lacks(primitives));
  }

  /** Operations that are done in another way where something is missing. */
  static List<Scenario> fallbacks() {
    List<Scenario> all = new ArrayList<>();
    Map<String, World> worlds = new TreeMap<>();
    worlds.put("without unnamed files", BY_RENAME);
    worlds.put("by links", BY_LINK);
    worlds.put("on NFS", NFS);
    worlds.forEach(
        (where, world) -> {
          all.add(one("publish " + where, world, publish("new").withLength(700)));
          all.add(one("publish into a new directory " + where, world, publish("x/new")));
          all.add(one("remove " + where, world, remove("dir/b")));
          all.add(one("compareAndReplace " + where, world, compareAndReplace("a")));
        });
    return all;
  }

  /** Pairs of them that meet at one name. */
  static List<Scenario> fallbackPairs() {
    List<Scenario> all = new ArrayList<>();
    List<Step> others = List.of(publish("new"), replace("new"), remove("new"), read("new"));
    Map<String, World> worlds = new TreeMap<>();
    worlds.put("without unnamed files", BY_RENAME);
    worlds.put("by links", BY_LINK);
    worlds.forEach(
        (where, world) -> {
          for (Step other : others) {
            all.add(
                meeting(
                    "publish and " + other.kind() + " " + where,
                    world,
                    List.of(publish("new")),
                    List.of(other)));
          }
        });
    return all;
  }

  /** Each operation alone. */
  static List<Scenario> single() {
    return List.of(
        one("publish", STORE, publish("new").withLength(700)),
        one("publish into a new directory", STORE, publish("x/y/new")),
        one("replace", STORE, replace("a")),
        one("replace nothing", STORE, replace("new")),
        one("remove", STORE, remove("dir/b")),
        one("compareAndReplace", STORE, compareAndReplace("a")),
        one("compareAndReplace further down", STORE, compareAndReplace("dir/b")),
        one(
            "compareAndReplace of a buffered file",
            STORE,
            publish("new").buffered(),
            compareAndReplace("new")),
        one(
            "two compareAndReplace, one after the other",
            STORE,
            compareAndReplace("a"),
            compareAndReplace("a")),
        one("removeExpected", STORE, removeExpected("a")),
        one("move", STORE, move("dir/b")),
        one("detach", STORE, detach("dir/b")),
        one("detach and attach", STORE, detach("a"), attach("a")),
        one("replaceFrom", TWO_FILES, replaceFrom("a")),
        one("replaceFrom that keeps", TWO_FILES, replaceFrom("a")).keeping(2),
        one("replace that keeps", STORE, replace("a")).keeping(2),
        one(
                "replace of a buffered file that keeps",
                STORE,
                publish("new").buffered(),
                replace("new"))
            .keeping(2),
        one("compareAndReplace that keeps", STORE, compareAndReplace("dir/b")).keeping(2),
        one("ensureDirectory", STORE, ensureDirectory("x/y")),
        one("repair", ONE_OPEN, repair("dir/b")),
        one("publish in pieces", STORE, publish("new").withLength(700).inPieces(3)),
        one("replace in pieces", STORE, replace("a").inPieces(2)),
        one("publish, buffered", STORE, publish("new").buffered()),
        one("replace, buffered", STORE, replace("a").buffered()));
  }

  private static Scenario one(String name, World world, Step... steps) {
    return Scenario.of(name, world, List.of(List.of(steps)));
  }

  /** Two or three short programs that meet at one name. */
  @SafeVarargs
  private static Scenario meeting(String name, World world, List<Step>... programs) {
    return Scenario.of(name, world, List.of(programs));
  }

  static List<Scenario> pairs() {
    List<Scenario> all = new ArrayList<>();
    List<Step> steps =
        List.of(
            publish("a"),
            replace("a"),
            compareAndReplace("a"),
            remove("a"),
            removeExpected("a"),
            read("a"));
    for (int i = 0; i < steps.size(); i++) {
      for (int j = i; j < steps.size(); j++) {
        Step first = steps.get(i);
        Step second = steps.get(j);
        String name = first.kind() + " and " + second.kind();
        all.add(meeting(name + " of one name", STORE, List.of(first), List.of(second)));
      }
    }
    List<Step> others = List.of(replace("a"), compareAndReplace("a"), remove("a"), read("a"));
    for (Step other : others) {
      all.add(
          meeting(
              "replaceFrom and " + other.kind() + " of one name",
              TWO_FILES,
              List.of(replaceFrom("a")),
              List.of(other)));
    }
    all.add(
        meeting(
            "two replaceFrom of one name",
            TWO_FILES,
            List.of(replaceFrom("a")),
            List.of(replaceFrom("a"))));
    all.add(
        meeting(
            "two publish one new name", STORE, List.of(publish("new")), List.of(publish("new"))));
    return all;
  }

  /** Pairs of many calls, whose interleavings are too many to try all. */
  static List<Scenario> longPairs() {
    List<Scenario> all = new ArrayList<>();
    for (Step other : List.of(replace("a"), compareAndReplace("a"), remove("a"), read("a"))) {
      all.add(
          meeting(
              "detach and " + other.kind() + " of one name",
              STORE,
              List.of(detach("a"), attach("a")),
              List.of(other)));
    }
    all.add(
        meeting(
                "two that keep replace one name",
                STORE,
                List.of(replace("a")),
                List.of(replace("a")))
            .keeping(2));
    all.add(
        meeting("an intruder replaces what is kept", STORE, List.of(replace("a")))
            .with(Intruder.EXCHANGES_TWICE)
            .keeping(2));
    return all;
  }

  /** Pairs of so many calls that few preemptions make many schedules. */
  static List<Scenario> longestPairs() {
    List<Scenario> all = new ArrayList<>();
    all.add(
        meeting(
            "two publish into one new directory",
            STORE,
            List.of(publish("x/new")),
            List.of(publish("x/other"))));
    List<Step> besides =
        List.of(publish("dir/new"), replace("a"), remove("a"), move("a"), repair("dir/b"));
    for (Step other : besides) {
      all.add(
          meeting(
              "repair beside " + other.kind(), ONE_OPEN, List.of(repair("dir/b")), List.of(other)));
    }
    all.add(
        meeting(
            "verifyTree beside a repair and a replacement",
            ONE_OPEN,
            List.of(verifyTree("dir/b")),
            List.of(repair("dir/b"), replace("dir/b"))));
    return all;
  }

  /** Longer ones, for random schedules. */
  static List<Scenario> random() {
    List<Scenario> all = new ArrayList<>(pairs());
    all.addAll(longPairs());
    all.addAll(longestPairs());
    for (World world : List.of(STORE, COARSE_CLOCK, NO_ACLS)) {
      all.add(
          meeting(
              "three change one name",
              world,
              List.of(remove("a"), publish("a")),
              List.of(replace("a")),
              List.of(read("a"), publish("a"))));
      all.add(
          meeting(
              "come and go",
              world,
              List.of(remove("dir/b"), publish("dir/b")),
              List.of(remove("dir/b"), publish("dir/b"))));
    }
    all.add(
        meeting(
            "three compare and replace",
            STORE,
            List.of(compareAndReplace("a"), compareAndReplace("a")),
            List.of(compareAndReplace("a")),
            List.of(replace("a"), removeExpected("a"))));
    all.add(
        meeting(
            "buffered and durable",
            STORE,
            List.of(replace("a").buffered(), replace("a")),
            List.of(publish("x/y").buffered(), publish("x/z"))));
    all.add(
        meeting(
            "directories", STORE, List.of(ensureDirectory("x/y")), List.of(publish("x/y/new"))));
    all.addAll(withIntruders());
    all.addAll(triples());
    all.add(
        meeting("two open and publish", STORE, List.of(publish("new")), List.of(publish("new")))
            .opened());
    all.add(
        meeting(
                "two open a root that is not there yet",
                World.empty(),
                List.of(publish("new")),
                List.of(publish("new")))
            .opened());
    return all;
  }

  /** With a process that does not know the rules. */
  static List<Scenario> withIntruders() {
    return List.of(
        meeting("an intruder replaces what is removed", STORE, List.of(remove("a")))
            .with(Intruder.REPLACES),
        meeting("an intruder publishes what is published", EMPTY_STORE, List.of(publish("a")))
            .with(Intruder.PUBLISHES),
        meeting("an intruder replaces what is read", STORE, List.of(read("a"), remove("a")))
            .with(Intruder.REPLACES),
        meeting("an intruder replaces what is compared", STORE, List.of(compareAndReplace("a")))
            .with(Intruder.REPLACES),
        meeting("an intruder comes twice", STORE, List.of(compareAndReplace("a")))
            .with(Intruder.EXCHANGES_TWICE),
        meeting("an intruder replaces what is to be removed", STORE, List.of(removeExpected("a")))
            .with(Intruder.EXCHANGES_TWICE),
        meeting("an intruder replaces what is moved", STORE, List.of(move("a")))
            .with(Intruder.EXCHANGES_TWICE),
        meeting("an intruder replaces what is detached", STORE, List.of(detach("a")))
            .with(Intruder.EXCHANGES_TWICE),
        meeting("an intruder replaces what is handed over", TWO_FILES, List.of(replaceFrom("a")))
            .with(Intruder.EXCHANGES_TWICE),
        meeting("an intruder publishes too", STORE, List.of(remove("a"), publish("a")))
            .with(Intruder.PUBLISHES),
        meeting(
                "an intruder swaps a directory",
                STORE,
                List.of(publish("dir/new"), publish("dir/other")))
            .with(Intruder.SWAPS_A_DIRECTORY));
  }

  /** Three short programs that meet at one name. */
  static List<Scenario> triples() {
    return List.of(
        meeting(
            "publish, remove and replace",
            STORE,
            List.of(publish("a")),
            List.of(remove("a")),
            List.of(replace("a"))),
        meeting(
            "publish, remove and read",
            STORE,
            List.of(publish("a")),
            List.of(remove("a")),
            List.of(read("a"))),
        meeting(
            "three publish",
            EMPTY_STORE,
            List.of(publish("a")),
            List.of(publish("a")),
            List.of(publish("a"))));
  }
}
