package dev.holdfast.examples;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What a run publishes for good, what it publishes and removes, appends, and replaces. */
record Inventory(
    List<SourceFile> lasting,
    List<SourceFile> scratch,
    List<Transcript> transcripts,
    List<Metadata> metadata) {
  static final String SCRATCH = "sessions/scratch";
  private static final int SCRATCH_FILES = 5;

  static Inventory take(VaultOptions options, Path store, PrintStream out) throws Exception {
    Path repository = Path.of(System.getProperty("transcript-vault.repository", ""));
    Artifacts artifacts =
        options.input().isPresent()
            ? Artifacts.ofDirectory(options.input().get(), store)
            : Artifacts.ofRepository(repository.toAbsolutePath(), store);
    Transcript small = Transcript.load("small");
    Transcript large = Transcript.load("large");
    List<SourceFile> lasting =
        Stream.of(artifacts.files, small.asRecords("records")).flatMap(List::stream).toList();
    Transcript scratch = new Transcript("scratch", small.lengths().subList(0, SCRATCH_FILES));
    out.printf(
        Locale.ROOT,
        "%,d files to keep: %,d artifacts, 2 transcripts with metadata, %,d records%n",
        lasting.size() + 4,
        artifacts.files.size(),
        small.lengths().size());
    if (artifacts.skipped > 0) {
      out.println("skipped: " + artifacts.skipped + " that are no files or have unusable names");
    }
    return new Inventory(
        lasting,
        scratch.asRecords(SCRATCH),
        List.of(small, large),
        List.of(small.metadata(), large.metadata()));
  }

  List<SourceFile> toPublish() {
    return Stream.of(scratch, lasting).flatMap(List::stream).toList();
  }
}
