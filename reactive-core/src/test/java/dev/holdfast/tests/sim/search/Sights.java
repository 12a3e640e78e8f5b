package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.internal.sys.Name;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimKernel;
import java.util.HashMap;
import java.util.Map;

/** When each process looked at the name of the file last, and when the name changed last. */
final class Sights {
  private final Map<Integer, Integer> looked = new HashMap<>();
  private int renamed;
  private int calls;

  /** Notes what a call has shown or changed. */
  void note(Actor actor, SimCall call) {
    calls++;
    boolean about = false;
    for (int i = 0; i < 4; i++) {
      about |= isAbout(call, i);
    }
    if (call.name().equals("append")) {
      looked.put(actor.index, 0); // what was seen before says nothing about what is written now
    }
    if (about) {
      switch (call.name()) {
        case "statName" -> looked.put(actor.index, calls);
        case "renameReplace", "renameNoReplace", "renameExchange", "unlink" -> renamed = calls;
        default -> {}
      }
    }
  }

  private static boolean isAbout(SimCall call, int argument) {
    try {
      return call.argument(argument) instanceof Name name
          && name.toString().equals(AppendHistory.FILE);
    } catch (ArrayIndexOutOfBoundsException e) {
      return false;
    }
  }

  /** How many calls were made. */
  int calls() {
    return calls;
  }

  /** How a process stands to the last change of the name: 0 not looked, 1 after it, 2 before it. */
  int of(int index) {
    int look = looked.getOrDefault(index, 0);
    return look == 0 ? 0 : look >= renamed ? 1 : 2;
  }

  /**
   * An append is acknowledged only if the name still led to the file when its process looked last.
   */
  void checkVisible(SimKernel kernel, int index, Writing writing) {
    SimEntry entry = kernel.entry(World.inRoot(AppendHistory.FILE));
    boolean there = entry != null && new String(entry.content(), US_ASCII).contains(writing.line);
    if (!there && index >= 0 && of(index) != 2) {
      throw new Violation("acknowledged records are in the file at the name", writing.toString());
    }
  }
}
