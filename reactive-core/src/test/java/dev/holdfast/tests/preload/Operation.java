package dev.holdfast.tests.preload;

import static dev.holdfast.tests.preload.Content.ABSENT;
import static dev.holdfast.tests.preload.Content.APPENDED;
import static dev.holdfast.tests.preload.Content.APPENDED_TWICE;
import static dev.holdfast.tests.preload.Content.DIRECTORY;
import static dev.holdfast.tests.preload.Content.LINE;
import static dev.holdfast.tests.preload.Content.LINES;
import static dev.holdfast.tests.preload.Content.NEW;
import static dev.holdfast.tests.preload.Content.OLD;
import static dev.holdfast.tests.preload.Content.TORN;

import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What is done under faults, and the names that it is about. */
enum Operation {
  OPEN_FRESH("", ABSENT, DIRECTORY, Fixture::nothing, Session::open),
  OPEN_WITH_RECOVERY("dir/file", OLD, OLD, Fixture::deadEngines, Session::open),
  PUBLISH("dir/new", ABSENT, NEW, Fixture::store, session -> session.publish("dir/new", NEW)),
  PUBLISH_WITH_PARENTS(
      "a/b/new", ABSENT, NEW, Fixture::store, session -> session.publish("a/b/new", NEW)),
  PUBLISH_ON_OLD_KERNEL(
      "dir/new", ABSENT, NEW, Fixture::store, session -> session.publish("dir/new", NEW)),
  REPLACE("dir/file", OLD, NEW, Fixture::store, session -> session.replace("dir/file", NEW)),
  COMPARE_AND_REPLACE(
      "dir/file",
      OLD,
      NEW,
      Fixture::store,
      session -> session.compareAndReplace("dir/file", OLD, NEW)),
  REMOVE(
      "dir/file",
      OLD,
      ABSENT,
      Fixture::store,
      session -> session.handle().remove("dir/file", new WriteOptions())),
  ENSURE_DIRECTORY(
      "c/d", ABSENT, DIRECTORY, Fixture::store, session -> session.handle().ensureDirectory("c/d")),
  READ("dir/file", OLD, OLD, Fixture::store, Operation::read),
  LIST("dir", DIRECTORY, DIRECTORY, Fixture::store, Operation::list),
  CLOSE("dir/file", OLD, OLD, Fixture::store, Session::close),
  STREAM("dir/new", ABSENT, NEW, Fixture::store, session -> session.stream("dir/new", NEW)),
  APPEND("dir/file", OLD, APPENDED, Fixture::store, session -> session.append("dir/file", NEW)),
  APPEND_CREATING(
      "dir/new", ABSENT, NEW, Fixture::store, session -> session.append("dir/new", NEW)),
  /** To a file that this process has open still. */
  APPEND_EXPECTED(
      "dir/file",
      APPENDED,
      APPENDED_TWICE,
      Fixture::store,
      session -> session.appendExpected("dir/file", NEW)),
  APPEND_BEHIND_TORN(
      List.of(new Change("dir/log.jsonl", TORN, LINE, LINES)),
      Fixture::tornRecord,
      (session, missing) -> session.appendLine("dir/log.jsonl", LINES.behind(LINE))),
  /** With one sync of the file system. */
  BATCH(
      Change.TOGETHER,
      Fixture::store,
      (session, missing) -> session.batch(missing, SyncFsUse.from(1))),
  BATCH_OF_FILE_SYNCS(
      Change.TOGETHER,
      Fixture::store,
      (session, missing) -> session.batch(missing, SyncFsUse.ifAllowed(false)));

  /** A step before an operation. */
  @FunctionalInterface
  interface Preparation {
    void run(Path root) throws Exception;
  }

  /** An operation; throws an error if it answers what is not so. */
  @FunctionalInterface
  interface Run {
    /** Makes those of its changes that are missing. */
    void run(Session session, List<Change> missing);
  }

  final List<Change> changes;
  private final Preparation preparation;
  private final Run run;

  Operation(
      String path,
      Content before,
      Content after,
      Preparation preparation,
      Consumer<Session> whole) {
    this(
        List.of(new Change(path, before, after)),
        preparation,
        (session, missing) -> whole.accept(session));
  }

  Operation(List<Change> changes, Preparation preparation, Run run) {
    this.changes = changes;
    this.preparation = preparation;
    this.run = run;
  }

  /** Makes what is there before. */
  void prepare(Path root) throws Exception {
    preparation.run(root);
  }

  /** Opens what the operation needs open. */
  void begin(Session session) {
    if (!opens()) {
      session.open();
    }
    if (this == APPEND_EXPECTED) {
      session.append("dir/file", NEW);
    }
  }

  /** Makes all of its changes. */
  void run(Session session) {
    run.run(session, changes);
  }

  /** Makes those of its changes that are not made. */
  void goOn(Session session, Path root) throws IOException {
    List<Change> missing = Change.missing(changes, root);
    if (!missing.isEmpty()) {
      run.run(session, missing);
    }
  }

  /** Whether it opens the root, which otherwise is open before. */
  boolean opens() {
    return this == OPEN_FRESH || this == OPEN_WITH_RECOVERY;
  }

  /** Whether its failures tell what happened to the data. */
  boolean isMutation() {
    return !opens() && changes.stream().anyMatch(change -> change.before() != change.after());
  }

  /** Whether it takes away what a crash left of a record, and keeps a copy. */
  boolean repairs() {
    return this == APPEND_BEHIND_TORN;
  }

  /** Whether another operation leaves the same at each of its calls. */
  boolean leavesWhatAnotherLeaves() {
    return this == BATCH_OF_FILE_SYNCS;
  }

  /**
   * What is taken away from the permissions of everything that is made. Where the umask takes too
   * much, new objects have to be made owner-only by further calls: in one operation, those are
   * tried too.
   */
  int umask() {
    return this == PUBLISH_WITH_PARENTS ? 0277 : 077;
  }

  /** Whether newer calls are missing, so that the port has to do without them. */
  boolean isOnOldKernel() {
    return this == PUBLISH_ON_OLD_KERNEL;
  }

  /** What is there instead of what it leaves, or an empty text. */
  String undone(Path root) throws IOException {
    for (Change change : Change.missing(changes, root)) {
      return change.path() + " is " + change.found(root);
    }
    return "";
  }

  /** The user's names that are there whatever happens. */
  Set<String> lasting() {
    Set<String> names = new TreeSet<>();
    if (this != OPEN_FRESH) {
      names.addAll(Fixture.NAMES);
      for (Change change : changes) {
        if (change.before() != change.after()) {
          names.remove(change.path());
        }
      }
    }
    return names;
  }

  /** The user's names that can be there afterwards. */
  Set<String> possible() {
    Set<String> names = lasting();
    for (Change change : changes) {
      for (Path at = Path.of(change.path()); at != null; at = at.getParent()) {
        names.add(at.toString());
      }
    }
    return names;
  }

  private static void read(Session session) {
    byte[] read = session.handle().read("dir/file").bytes();
    if (!Arrays.equals(read, OLD.bytes())) {
      throw new AssertionError("read " + read.length + " bytes, and not those of the file");
    }
  }

  private static void list(Session session) {
    List<String> names =
        session.handle().list("dir", new ListOptions()).entries().stream()
            .map(ListEntry::name)
            .toList();
    if (!names.equals(List.of("file", "other"))) {
      throw new AssertionError("listed " + names);
    }
  }
}
