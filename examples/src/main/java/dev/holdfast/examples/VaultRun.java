package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ListOptions;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.examples.Phase.Task;
import dev.holdfast.examples.SourceFile.Digest;
import io.vertx.core.CompositeFuture;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** One run of the example, from the main thread: who does what, in which order, and the report. */
final class VaultRun {
  private static final int WORKERS = 4;
  private static final int CONFLICTS = 5;
  private static final int SMALL_PAGE = 100;
  private static final String PAGED_DIRECTORY = "records";
  private static final long WARM_UP_MILLIS = 300;
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
        "%,d files to keep: %,d artifacts, 2 transcripts, %,d records%n",
        sources.size(), artifacts.files.size(), small.lengths().size());
    if (artifacts.symbolicLinks + artifacts.unusable > 0) {
      out.printf(
          "skipped: %d symbolic links, %d that are no files or have unusable names%n",
          artifacts.symbolicLinks, artifacts.unusable);
    }
    return sources;
  }

  private void verify(Vertx vertx, List<SourceFile> sources) throws IOException {
    Vault vault = new Vault(vertx);
    List<VaultWorker> workers = deploy(vertx);
    vertx.timer(WARM_UP_MILLIS).await();
    longestStall(workers);
    vertx.timer(IDLE_MILLIS).await();
    long idleStall = longestStall(workers);

    long began = System.nanoTime();
    StoreCapabilities capabilities = open(workers);
    long publishing = phase("publish durably", workers, sources, SourceFile::size, vault::publish);
    vault.publish.took(publishing);
    vault.compare.took(publishing);
    vault.refused.forEach(reason -> out.println("skipped: " + reason));
    List<Map.Entry<String, Digest>> contents =
        List.copyOf(new TreeMap<>(vault.contents).entrySet());
    vault.read.took(
        phase(
            "read back and compare",
            workers,
            contents,
            file -> file.getValue().size(),
            (store, file) -> vault.verify(store, file.getKey(), file.getValue(), vault.read)));
    vault.list.took(
        phase(
            "list directories",
            workers,
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
    phase(
        "publish onto taken names",
        workers,
        contents.subList(0, Math.min(CONFLICTS, contents.size())),
        file -> 0,
        (store, file) -> vault.verifyConflict(store, file.getKey()));
    long jobStall = longestStall(workers);
    undeploy(vertx, workers);

    List<VaultWorker> reopened = deploy(vertx);
    open(reopened);
    vault.reopenRead.took(
        phase(
            "reopen, read, compare",
            reopened,
            contents,
            file -> file.getValue().size(),
            (store, file) ->
                vault.verify(store, file.getKey(), file.getValue(), vault.reopenRead)));
    jobStall = Math.max(jobStall, longestStall(reopened));
    undeploy(vertx, reopened);
    long wall = System.nanoTime() - began;

    DiskReport disk = DiskReport.of(root);
    check(
        disk.files() == contents.size(),
        disk.files() + " files are on disk, " + contents.size() + " were published");
    out.println();
    out.println(Measurement.HEADER);
    Stream.of(vault.publish, vault.compare, vault.read, vault.list, vault.reopenRead)
        .filter(measurement -> measurement != vault.compare || measurement.count() > 0)
        .forEach(measurement -> out.println(measurement.row()));
    out.println();
    out.println("wall time         " + Measurement.millis(wall));
    out.printf(
        "event-loop stall  %s at most during the job, %s in an idle second before%n",
        Measurement.millis(jobStall), Measurement.millis(idleStall));
    out.printf(
        "on disk           %,d files, %,d bytes, %,d directories on %s, all owner-only; besides:%n",
        disk.files(), disk.bytes(), disk.directories(), capabilities.fileSystem());
    disk.own().forEach(entry -> out.println("  " + entry));
    out.println("Everything verified.");
  }

  private <T> long phase(
      String name,
      List<VaultWorker> workers,
      Collection<T> items,
      ToLongFunction<T> bytes,
      BiFunction<ManagedStore, T, Future<?>> work) {
    List<Task> tasks = new ArrayList<>();
    for (T item : items) {
      tasks.add(new Task(bytes.applyAsLong(item), store -> work.apply(store, item)));
    }
    Phase phase = new Phase(name, tasks);
    return progress.await(phase, all(workers, worker -> worker.work(phase)));
  }

  private static List<VaultWorker> deploy(Vertx vertx) {
    List<VaultWorker> workers = Stream.generate(VaultWorker::new).limit(WORKERS).toList();
    all(workers, vertx::deployVerticle).await();
    return workers;
  }

  private static void undeploy(Vertx vertx, List<VaultWorker> workers) {
    all(workers, worker -> vertx.undeploy(worker.deploymentID())).await();
  }

  private StoreCapabilities open(List<VaultWorker> workers) {
    ManagedStoreOptions storeOptions = new ManagedStoreOptions().setRoot(root.toString());
    return all(workers, worker -> worker.open(storeOptions)).await().resultAt(0);
  }

  private static long longestStall(List<VaultWorker> workers) {
    return workers.stream().mapToLong(VaultWorker::takeLongestStall).max().orElse(0);
  }

  private static CompositeFuture all(
      List<VaultWorker> workers, Function<VaultWorker, Future<?>> action) {
    return Future.join(workers.stream().map(action).toList());
  }
}
