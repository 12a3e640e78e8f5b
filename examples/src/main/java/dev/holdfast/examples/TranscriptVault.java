package dev.holdfast.examples;

import dev.holdfast.StoreException;
import dev.holdfast.examples.VaultOptions.UsageException;
import java.io.PrintStream;
import java.nio.file.Path;

/**
 * Keeps transcripts and artifacts in a store, as an agent host or a gateway would: four verticles
 * publish artifacts durably in parallel, append transcripts record by record, replace metadata,
 * remove a session, prove that everything can be read back, listed and found again after reopening,
 * and measure how fast that was and how long an event loop was held up. A run that was killed is
 * taken up by the next.
 */
public final class TranscriptVault {
  private TranscriptVault() {}

  /**
   * Runs it and exits: 0 if everything was verified, 1 after a mismatch or a failure, 2 after wrong
   * usage.
   *
   * @param args see {@code --help}
   */
  public static void main(String[] args) {
    System.exit(run(args, System.out, System.err));
  }

  /**
   * Runs it.
   *
   * @param args see {@code --help}
   * @param out where results go
   * @param err where failures go
   * @return the exit status
   */
  static int run(String[] args, PrintStream out, PrintStream err) {
    VaultOptions options;
    try {
      options = VaultOptions.parse(args);
    } catch (UsageException e) {
      err.println("transcript-vault: " + e.getMessage());
      err.print(VaultOptions.USAGE);
      return 2;
    }
    if (options.help()) {
      out.print(VaultOptions.USAGE);
      return 0;
    }
    try {
      run(options, out);
      return 0;
    } catch (StoreException e) {
      err.println("transcript-vault: failed with " + e.code() + ": " + e.getMessage());
    } catch (MismatchException e) {
      err.println("transcript-vault: mismatch: " + e.getMessage());
    } catch (Exception e) {
      err.println("transcript-vault: failed: " + e);
    }
    return 1;
  }

  private static void run(VaultOptions options, PrintStream out) throws Exception {
    if (options.store().isPresent()) {
      VaultRun.run(options, options.store().get(), out);
    } else if (options.keep()) {
      Path store = TemporaryDirectory.create().path();
      out.println("The store stays in " + store);
      VaultRun.run(options, store, out);
    } else {
      try (TemporaryDirectory store = TemporaryDirectory.create()) {
        VaultRun.run(options, store.path(), out);
      }
    }
  }
}
