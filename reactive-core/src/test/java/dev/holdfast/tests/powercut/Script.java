package dev.holdfast.tests.powercut;

import dev.holdfast.tests.powercut.Operation.Kind;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What every writer does, step by step and without end, so that the writer and whoever looks at
 * what is left of its store need to agree on the number of steps only.
 */
final class Script {
  private static final int SMALL = 700;
  private static final int MEDIUM = 100_000; // more than one page, less than one write
  private static final int LARGE = 300_000; // several writes

  /** After how many steps it begins again, with other paths. */
  static final int ROUND = 11;

  /** How many steps at its beginning change files, each in another way. */
  static final int CHANGES = 7;

  private Script() {}

  /** A step, from 1 on. */
  static Operation step(int number) {
    int round = (number - 1) / ROUND;
    String note = "round-" + round + "/deep/note";
    String image = "round-" + round + "/image";
    String before = "round-" + (round - 1);
    return switch ((number - 1) % ROUND) {
      case 0 -> new Operation(number, Kind.PUBLISH, note, SMALL); // makes two directories
      case 1 -> new Operation(number, Kind.REPLACE, note, MEDIUM);
      case 2 -> new Operation(number, Kind.PUBLISH, image, LARGE);
      case 3 -> new Operation(number, Kind.REMOVE, note, 0);
      case 4 -> new Operation(number, Kind.REPLACE, "current", SMALL); // at first nothing is there
      case 5 -> new Operation(number, Kind.PUBLISH, note, MEDIUM);
      case 6 -> new Operation(number, Kind.REPLACE, image, SMALL);
      case 7 -> removeOrReopen(number, round, before + "/image");
      case 8 -> removeOrReopen(number, round, before + "/deep/note");
      case 9 -> new Operation(number, Kind.REOPEN, "", 0);
      default -> new Operation(number, Kind.MAKE_STORE, "other-" + round, 0);
    };
  }

  private static Operation removeOrReopen(int number, int round, String path) {
    return round == 0
        ? new Operation(number, Kind.REOPEN, "", 0)
        : new Operation(number, Kind.REMOVE, path, 0);
  }

  /** After some steps: each file that is there, and the step that wrote it. */
  static SortedMap<String, Integer> filesAfter(int steps) {
    SortedMap<String, Integer> files = new TreeMap<>();
    for (int number = 1; number <= steps; number++) {
      Operation operation = step(number);
      switch (operation.kind()) {
        case PUBLISH, REPLACE -> files.put(operation.path(), number);
        case REMOVE -> files.remove(operation.path());
        case REOPEN, MAKE_STORE -> {}
      }
    }
    return files;
  }
}
