package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.AppendOptions;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimKernel;
import java.util.List;
import java.util.Map;

/**
 * Looks at what is left of the file.
 *
 * @param scenario what was done
 * @param mutant how
 * @param history what was said of it
 */
record AppendInspection(AppendScenario scenario, AppendMutant mutant, AppendHistory history) {
  private static final int INSPECTOR = 9_000;

  /** By itself at first, then after the next process has appended. */
  void run(SimKernel left, boolean powerCut) {
    left.fileSystem().space(Long.MAX_VALUE, Long.MAX_VALUE); // whatever it was like before
    Lines lines = new Lines(history, powerCut, scenario.foreign(), Integer.MAX_VALUE);
    look(left, lines, true);
    String last = Writing.line(INSPECTOR, 50);
    Client next =
        new Client("inspector", left.spawn(World.USER), mutant.port(), new History(Map.of()));
    try {
      next.open();
      next.handle()
          .append(
              AppendHistory.FILE,
              List.of(ByteSource.of(last.substring(0, 49).getBytes(US_ASCII))),
              null,
              new AppendOptions().setForeignAppenders(scenario.foreign()));
      next.close();
    } catch (StoreException e) {
      throw new Violation("a store opens and works after everything", e.getMessage());
    }
    byte[] content = left.entry(World.inRoot(AppendHistory.FILE)).content();
    String text = new String(content, US_ASCII);
    if (!text.endsWith(last) || (text.length() > 50 && text.charAt(text.length() - 51) != '\n')) {
      throw new Violation("records never mix", "the last record is not on a line of its own");
    }
    lines.check(text.substring(0, text.length() - 50).getBytes(US_ASCII), 0, false);
    if (!next.process().openDescriptors().isEmpty()) {
      throw new Violation(
          "every descriptor is closed", next.process().openDescriptors().toString());
    }
  }

  private void look(SimKernel left, Lines lines, boolean mayBeTorn) {
    SimEntry entry = left.entry(World.inRoot(AppendHistory.FILE));
    byte[] content = entry == null ? new byte[0] : entry.content();
    lines.check(content, entry == null ? 0 : entry.number(), mayBeTorn);
  }
}
