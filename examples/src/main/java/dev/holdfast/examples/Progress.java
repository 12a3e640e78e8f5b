package dev.holdfast.examples;

import io.vertx.core.Future;
import java.io.PrintStream;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits on the main thread and shows how far a phase is. */
final class Progress {
  private static final long REFRESH_MILLIS = 100;

  private final PrintStream out;
  private final boolean terminal;

  Progress(PrintStream out) {
    this.out = out;
    // The launcher asks the shell: System.console() is never null on newer runtimes.
    this.terminal = Boolean.getBoolean("transcript-vault.terminal");
  }

  /** Waits; a failure is thrown. Gives the nanoseconds that it took. */
  long await(Phase phase, Future<?> end) {
    long began = System.nanoTime();
    try {
      while (true) {
        try {
          end.await(REFRESH_MILLIS, TimeUnit.MILLISECONDS);
          long took = System.nanoTime() - began;
          show(phase, " in " + Measurement.millis(took) + System.lineSeparator());
          return took;
        } catch (TimeoutException e) {
          if (terminal) {
            show(phase, "");
          }
        }
      }
    } catch (RuntimeException | Error e) {
      if (terminal) {
        out.println();
      }
      throw e;
    }
  }

  private void show(Phase phase, String end) {
    out.printf(
        Locale.ROOT,
        "%s%-24s %,7d of %,d%s",
        terminal ? "\r" : "",
        phase.name,
        phase.done(),
        phase.total,
        end);
    out.flush();
  }
}
