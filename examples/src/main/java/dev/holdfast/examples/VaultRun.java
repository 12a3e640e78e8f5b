package dev.holdfast.examples;

import static dev.holdfast.examples.Measurement.millis;
import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** One run of the example, from the main thread: what is done, in which order, and the report. */
final class VaultRun {
  private static final int CONFLICTS = 5;
  private static final int PAGE = 100;
  private static final int WARM_UP_FILES = 200;
  private static final long IDLE_MILLIS = 500;

  private final Vertx vertx;
  private final Path root;
  private final PrintStream out;
  private final Inventory inventory;
  private final Vault vault;
  private final Appending appending;
  private final Growth growth;
  private final Listings listings = new Listings();

  private VaultRun(Vertx vertx, Path root, PrintStream out, Inventory inventory) {
    this.vertx = vertx;
    this.root = root;
    this.out = out;
    this.inventory = inventory;
    this.vault = new Vault(vertx);
    this.appending = new Appending(vertx, vault.notes);
    this.growth = new Growth(vertx, root, vault.notes);
  }

  /** Does everything; returns if all of it was verified. */
  static void run(VaultOptions options, Path root, PrintStream out) throws Exception {
    Inventory inventory = Inventory.take(options, root, out);
    // The default would unpack class path resources into a directory of its own.
    Vertx vertx =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(WorkerGroup.SIZE)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    try {
      new VaultRun(vertx, root, out, inventory).verify();
    } finally {
      vertx.close().await();
    }
  }

  private void verify() throws Exception {
    // Before anything else, so that a directory that cannot be used is refused at once.
    String fileSystem =
        ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root.toString()))
            .compose(store -> store.close().map(store.capabilities().fileSystem()))
            .await();
    String stallsBefore = warmUp();
    long jobStall;
    long began = System.nanoTime();
    try (WorkerGroup workers = new WorkerGroup(vertx, root, out)) {
      change(workers);
      prove(workers);
      jobStall = workers.takeLongestStall();
    }
    Measurement reopenRead = new Measurement("reopen-read");
    try (WorkerGroup workers = new WorkerGroup(vertx, root, out)) {
      readAll("reopen, read, compare", workers, reopenRead);
      jobStall = Math.max(jobStall, workers.takeLongestStall());
    }
    long wall = System.nanoTime() - began;
    DiskReport disk = DiskReport.of(root);
    check(
        disk.files() == vault.contents.size(),
        disk.files() + " files are on disk, " + vault.contents.size() + " were published");
    out.printf("%n%s%n", Measurement.HEADER);
    Stream.of(
            vault.publish,
            appending.append,
            growth.replace,
            vault.remove,
            vault.read,
            listings.list,
            reopenRead)
        .forEach(measurement -> out.println(measurement.row()));
    out.println();
    vault.notes.forEach(out::println);
    out.printf(
        Locale.ROOT,
        "already there     %,d files, equal to their sources%n"
            + "past the store    %,d reads during replaces, each of a whole state%n",
        vault.compare.count(),
        growth.readsFromOutside.sum());
    out.println("wall time         " + millis(wall));
    out.println("event-loop stall  at most " + millis(jobStall) + " in the job, " + stallsBefore);
    out.println(disk.show(fileSystem));
    out.println("Everything verified.");
  }

  /** The same work on a scratch store: what class loading costs the loops is not the store's. */
  private String warmUp() throws IOException {
    Vault scratch = new Vault(vertx);
    List<SourceFile> all = inventory.lasting();
    try (TemporaryDirectory directory = TemporaryDirectory.create();
        WorkerGroup workers = new WorkerGroup(vertx, directory.path(), out)) {
      workers.phase(
          "warm up",
          all.subList(Math.max(0, all.size() - WARM_UP_FILES), all.size()),
          SourceFile::size,
          (store, file) ->
              scratch
                  .publish(store, file)
                  .compose(digest -> scratch.verify(store, file.path(), digest, scratch.read)));
      long warmUpStall = workers.takeLongestStall();
      vertx.timer(IDLE_MILLIS).await();
      return String.format(
          "%s in half an idle second before, %s in the warm-up",
          millis(workers.takeLongestStall()), millis(warmUpStall));
    }
  }

  private void change(WorkerGroup workers) throws Exception {
    vault.publish.took(
        workers.phase("publish durably", inventory.toPublish(), SourceFile::size, vault::publish));
    appending.append.took(
        workers.phase("append transcripts", inventory.transcripts(), t -> 0, appending::grow));
    for (Transcript done : inventory.transcripts()) {
      vault.contents.put(done.path(), done.asFile().load().digest());
    }
    List<Metadata> growing = inventory.metadata();
    growth.replace.took(workers.phase("replace metadata", growing, done -> 0, growth::grow));
    growing.forEach(done -> vault.contents.put(done.path(), SourceFile.digest(done.last())));
    vault.remove.took(
        workers.phase("remove a session", inventory.scratch(), file -> 0, vault::remove));
  }

  private void prove(WorkerGroup workers) {
    readAll("read back and compare", workers, vault.read);
    listings.expectFiles(vault.contents.keySet());
    // The files of the scratch session are gone; the store never removes directories.
    listings.expect(Inventory.SCRATCH, ListEntry.Kind.DIRECTORY);
    listings.list.took(
        workers.phase(
            "list directories",
            listings.directories,
            directory -> 0,
            (store, directory) ->
                listings.listAll(store, directory, new ListOptions().setLimit(PAGE))));
    listings.compare();
    workers.phase(
        "publish onto taken names",
        vault.contents.keySet().stream().sorted().limit(CONFLICTS).toList(),
        path -> 0,
        vault::verifyConflict);
  }

  private void readAll(String name, WorkerGroup workers, Measurement measurement) {
    measurement.took(
        workers.phase(
            name,
            vault.contents.entrySet(),
            file -> file.getValue().size(),
            (store, file) -> vault.verify(store, file.getKey(), file.getValue(), measurement)));
  }
}
