package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.ArrayList;
import java.util.List;

/** What was written to one file of lines, in what order, and what was said about it. */
final class AppendHistory {
  /** The file. */
  static final String FILE = "log.jsonl";

  private final List<Writing> writings = new ArrayList<>();
  private int clock;

  /** Something that is written but has not begun for others to see. */
  Writing plan(Writing.Kind kind, String who, int id, int length, boolean durable) {
    String line = length == 0 ? "" : Writing.line(id, length);
    return new Writing(kind, who, line, durable, ++clock);
  }

  /** From now on it may have happened. */
  void begin(Writing writing) {
    writings.add(writing);
  }

  void end(Writing writing, Said said, String words) {
    writing.say(said, words, ++clock);
  }

  int now() {
    return ++clock;
  }

  /** Equal for two histories in which the same was said in the same order. */
  long fingerprint() {
    long key = clock;
    for (Writing writing : writings) {
      key = key * 0x9E3779B97F4A7C15L + writing.fingerprint();
    }
    return key;
  }

  List<Writing> all() {
    return writings;
  }
}
