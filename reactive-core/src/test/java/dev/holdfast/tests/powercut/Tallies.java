package dev.holdfast.tests.powercut;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;

/** What came of the power cuts on one file system. */
final class Tallies {
  private final Map<Port, Tally> tallies = new EnumMap<>(Port.class);

  Tally of(Port port) {
    return tallies.computeIfAbsent(port, each -> new Tally());
  }

  void print(String what) {
    System.out.printf(
        "%s: %d snapshots, %d violations; without file sync: %s caught; without directory sync: %s"
            + " caught%n",
        what,
        of(Port.CORRECT).all(),
        of(Port.CORRECT).bad().size(),
        of(Port.WITHOUT_FILE_SYNC).share(),
        of(Port.WITHOUT_DIRECTORY_SYNC).share());
  }

  /**
   * Nothing may be wrong, except with mutants. Those need not be caught every time: replacing a
   * file can make the file system write it, and anybody's sync(1) makes it write everything.
   */
  void check() {
    assertThat(of(Port.CORRECT).bad()).isEmpty();
    for (Port mutant : Port.MUTANTS) {
      Tally tally = of(mutant);
      assertThat(tally.bad()).as("%s", mutant).hasSizeGreaterThan(tally.all() / 2);
    }
  }
}
