package dev.holdfast.examples;

import java.nio.file.Path;
import java.util.Optional;

/** What the command line asks for, as the usage explains it. */
record VaultOptions(Optional<Path> input, Optional<Path> store, boolean keep, boolean help) {
  static final String USAGE =
      """
      Usage: transcript-vault [--input DIR] [--store DIR] [--keep] [--help]

      Publishes artifacts and generated transcripts durably into a private store, from four
      verticles in parallel, replaces each transcript's metadata as it grows, removes a session,
      reads and lists everything back, reopens the store and reads again. Started again on the
      store of a run that was killed, it goes on.

        --input DIR  take all files below DIR as artifacts
                     (default: the files of this repository that git tracks)
        --store DIR  keep the store in DIR, which is made if it is missing; a second run finds
                     its files there and compares them (default: a temporary directory)
        --keep       do not remove the temporary store at the end
        --help       show this

      Exit status: 0 everything verified, 1 a mismatch or a failure, 2 wrong usage.
      """;

  /** Wrong usage; the message says why. */
  static final class UsageException extends Exception {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
      super(message);
    }
  }

  static VaultOptions parse(String... args) throws UsageException {
    Optional<Path> input = Optional.empty();
    Optional<Path> store = Optional.empty();
    boolean keep = false;
    boolean help = false;
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--input" -> input = Optional.of(directory(args, i++));
        case "--store" -> store = Optional.of(directory(args, i++));
        case "--keep" -> keep = true;
        case "--help", "-h" -> help = true;
        default -> throw new UsageException("unknown option '" + args[i] + "'");
      }
    }
    return new VaultOptions(input, store, keep, help);
  }

  private static Path directory(String[] args, int option) throws UsageException {
    if (option + 1 == args.length || args[option + 1].isEmpty()) {
      throw new UsageException(args[option] + " needs a directory");
    }
    try {
      return Path.of(args[option + 1]).toAbsolutePath().normalize();
    } catch (IllegalArgumentException e) {
      throw new UsageException(args[option] + ": " + e.getMessage());
    }
  }
}
