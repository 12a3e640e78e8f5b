package dev.holdfast.examples;

import static dev.holdfast.examples.Measurement.millis;
import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ListOptions;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.StoreCapabilities;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One run of the example, from the main thread: who does what, in which order, and the report. */
final class VaultRun {
  private static final int WORKERS = 4;
  private static final int CONFLICTS = 5;
  private static final int SMALL_PAGE = 100;
  private static final String PAGED_DIRECTORY = "records";
  private static final int WARM_UP_FILES = 200;
  private static final long IDLE_MILLIS = 1_000;

  private final VaultOptions options;
  private final Path root;
  private final PrintStream out;
  private final Progress progress;

  VaultRun(VaultOptions options, Path root, PrintStream out) {
    this.options = options;
    this.root = root;
    this.out = out;
    this.progress = new Progress(out);
  }

  /** Does everything; returns if all of it was verified. */
  void run() throws IOException, InterruptedException {
    List<SourceFile> sources = sources();
    // The default would unpack class path resources into a directory of its own.
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(WORKERS)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    try {
      verify(vertx, sources);
    } finally {
      vertx.close().await();
    }
  }

  private List<SourceFile> sources() throws IOException, InterruptedException {
    Path repository = Path.of(System.getProperty("transcript-vault.repository", ""));
    Artifacts artifacts =
        options.input().isPresent()
            ? Artifacts.ofDirectory(options.input().get(), root)
            : Artifacts.ofRepository(repository.toAbsolutePath(), root);
    Transcript small = Transcript.load("small");
    Transcript large = Transcript.load("large");
    List<SourceFile> sources =
        Stream.of(artifacts.files, small.asSession(), large.asSession(), small.asRecords())
            .flatMap(List::stream)
            .toList();
    out.printf(
        Locale.ROOT,
        "%,d files to keep: %,d artifacts, 2 transcripts, %,d records%n",
        sources.size(),
        artifacts.files.size(),
        small.lengths().size());
    if (artifacts.symbolicLinks + artifacts.unusable > 0) {
      out.printf(
          Locale.ROOT,
          "skipped: %d symbolic links, %d that are no files or have unusable names%n",
          artifacts.symbolicLinks,
          artifacts.unusable);
    }
    return sources;
  }

  private void verify(Vertx vertx, List<SourceFile> sources) throws IOException {
    // Before anything else, so that a directory that cannot be used is refused at once.
    StoreCapabilities capabilities =
        ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root.toString()))
            .compose(store -> store.close().map(store.capabilities()))
            .await();
    long warmUpStall = warmUp(vertx, sources);
    Vault vault = new Vault(vertx);
    long idleStall;
    long jobStall;
    long began;
    try (WorkerGroup workers = new WorkerGroup(vertx, progress, WORKERS)) {
      workers.takeLongestStall();
      vertx.timer(IDLE_MILLIS).await();
      idleStall = workers.takeLongestStall();
      began = System.nanoTime();
      workers.open(root);
      publish(vault, workers, sources);
      prove(vault, workers);
      jobStall = workers.takeLongestStall();
    }
    try (WorkerGroup workers = new WorkerGroup(vertx, progress, WORKERS)) {
      workers.open(root);
      readAll("reopen, read, compare", vault, workers, vault.reopenRead);
      jobStall = Math.max(jobStall, workers.takeLongestStall());
    }
    long wall = System.nanoTime() - began;
    DiskReport disk = DiskReport.of(root);
    check(
        disk.files() == vault.contents.size(),
        disk.files() + " files are on disk, " + vault.contents.size() + " were published");

    vault.printTable(out);
    out.println("wall time         " + millis(wall));
    out.printf(
        Locale.ROOT,
        "event-loop stall  at most %s in the job, %s in an idle second before, %s in the warm-up%n",
        millis(jobStall),
        millis(idleStall),
        millis(warmUpStall));
    disk.print(out, capabilities.fileSystem());
    out.println("Everything verified.");
  }

  /** The same work on a scratch store: what class loading costs the loops is not the store's. */
  private long warmUp(Vertx vertx, List<SourceFile> sources) throws IOException {
    Vault scratch = new Vault(vertx);
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        WorkerGroup workers = new WorkerGroup(vertx, progress, WORKERS)) {
      workers.open(directory.path());
      workers.phase(
          "warm up",
          sources.subList(Math.max(0, sources.size() - WARM_UP_FILES), sources.size()),
          SourceFile::size,
          (store, file) ->
              scratch
                  .publish(store, file)
                  .compose(digest -> scratch.verify(store, file.path(), digest, scratch.read)));
      return workers.takeLongestStall();
    }
  }

  private void publish(Vault vault, WorkerGroup workers, List<SourceFile> sources) {
    long took = workers.phase("publish durably", sources, SourceFile::size, vault::publish);
    vault.publish.took(took);
    vault.compare.took(took);
    vault.refused.forEach(reason -> out.println("skipped: " + reason));
  }

  private void prove(Vault vault, WorkerGroup workers) {
    readAll("read back and compare", vault, workers, vault.read);
    vault.list.took(
        workers.phase(
            "list directories",
            Listings.expected(vault.contents.keySet()).entrySet(),
            directory -> 0,
            (store, directory) ->
                vault.verifyListing(
                    store,
                    directory.getKey(),
                    directory.getValue(),
                    directory.getKey().equals(PAGED_DIRECTORY)
                        ? SMALL_PAGE
                        : ListOptions.DEFAULT_LIMIT)));
    workers.phase(
        "publish onto taken names",
        vault.contents.keySet().stream().sorted().limit(CONFLICTS).toList(),
        path -> 0,
        vault::verifyConflict);
  }

  private static void readAll(
      String name, Vault vault, WorkerGroup workers, Measurement measurement) {
    measurement.took(
        workers.phase(
            name,
            vault.contents.entrySet(),
            file -> file.getValue().size(),
            (store, file) -> vault.verify(store, file.getKey(), file.getValue(), measurement)));
  }
}
