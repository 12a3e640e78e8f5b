package dev.holdfast.tests.powercut;

import dev.holdfast.tests.powercut.Operation.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What every writer does, step by step and without end, so that the writer and whoever looks at
 * what is left of its store need to agree on the number of steps only.
 */
final class Script {
  /** The file that records are appended to. */
  static final String LOG = "log.jsonl";

  private static final int SMALL = 700;
  private static final int PAGES = 9_000; // a record that ends in another page than it begins in
  private static final int MEDIUM = 100_000; // more than one page, less than one write
  private static final int LARGE = 300_000; // several writes

  /** After how many steps it begins again, with other paths. */
  static final int ROUND = 16;

  /** How many steps at its beginning change files, each in another way. */
  static final int CHANGES = 9;

  private Script() {}

  /** A step, from 1 on; several operations are made in a batch. */
  static List<Operation> step(int number) {
    int round = (number - 1) / ROUND;
    String note = "round-" + round + "/deep/note";
    String image = "round-" + round + "/image";
    String before = "round-" + (round - 1);
    Operation only =
        switch ((number - 1) % ROUND) {
          case 0 -> new Operation(number, Kind.PUBLISH, note, SMALL); // makes two directories
          case 1 -> new Operation(number, Kind.REPLACE, note, MEDIUM);
          case 2 -> new Operation(number, Kind.PUBLISH, image, LARGE);
          case 3 -> new Operation(number, Kind.REMOVE, note, 0);
          case 4 -> new Operation(number, Kind.REPLACE, "current", SMALL); // at first not there
          case 5 -> new Operation(number, Kind.PUBLISH, note, MEDIUM);
          case 6 -> new Operation(number, Kind.REPLACE, image, SMALL);
          case 7 -> new Operation(number, Kind.APPEND, LOG, SMALL); // at first not there
          case 8 -> new Operation(number, Kind.APPEND, LOG, PAGES);
          case 10 -> new Operation(number, Kind.APPEND, LOG, SMALL);
          case 11 -> removeOrReopen(number, round, before + "/image");
          case 12 -> removeOrReopen(number, round, before + "/deep/note");
          case 13 -> new Operation(number, Kind.REOPEN, "", 0);
          case 14 -> new Operation(number, Kind.APPEND, LOG, PAGES); // with nothing kept open
          default -> new Operation(number, Kind.MAKE_STORE, "other-" + round, 0);
        };
    return (number - 1) % ROUND == 9
        ? List.of(
            new Operation(number, Kind.PUBLISH, "round-" + round + "/one", SMALL),
            new Operation(number, Kind.REPLACE, "current", MEDIUM),
            new Operation(number, Kind.PUBLISH, "round-" + round + "/deep/two", SMALL))
        : List.of(only);
  }

  private static Operation removeOrReopen(int number, int round, String path) {
    return round == 0
        ? new Operation(number, Kind.REOPEN, "", 0)
        : new Operation(number, Kind.REMOVE, path, 0);
  }

  /**
   * After some steps: each file that is there, and the steps that wrote it, one after the other.
   */
  static SortedMap<String, List<Integer>> filesAfter(int steps) {
    SortedMap<String, List<Integer>> files = new TreeMap<>();
    for (int number = 1; number <= steps; number++) {
      step(number).forEach(operation -> apply(operation, files));
    }
    return files;
  }

  /** Every state in which a power cut may leave the files: a batch is not atomic. */
  static List<SortedMap<String, List<Integer>>> statesBetween(int least, int most) {
    List<SortedMap<String, List<Integer>>> states = new ArrayList<>();
    for (int steps = least; steps <= most; steps++) {
      List<Operation> next = steps < most ? step(steps + 1) : List.of();
      for (int made = 0; made < 1 << next.size(); made++) {
        SortedMap<String, List<Integer>> files = filesAfter(steps);
        for (int i = 0; i < next.size(); i++) {
          if ((made >> i & 1) == 1) {
            apply(next.get(i), files);
          }
        }
        states.add(files);
      }
    }
    return states;
  }

  private static void apply(Operation operation, SortedMap<String, List<Integer>> files) {
    switch (operation.kind()) {
      case PUBLISH, REPLACE -> files.put(operation.path(), List.of(operation.number()));
      case APPEND -> {
        List<Integer> records = new ArrayList<>(files.getOrDefault(operation.path(), List.of()));
        records.add(operation.number());
        files.put(operation.path(), records);
      }
      case REMOVE -> files.remove(operation.path());
      case REOPEN, MAKE_STORE -> {}
    }
  }

  /** Whether a record may be there in parts. */
  static boolean appendsBetween(int least, int most) {
    for (int number = least + 1; number <= most; number++) {
      if (step(number).get(0).kind() == Kind.APPEND) {
        return true;
      }
    }
    return false;
  }
}
