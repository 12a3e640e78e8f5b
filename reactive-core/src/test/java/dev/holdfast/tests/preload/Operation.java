package dev.holdfast.tests.preload;

import static dev.holdfast.tests.preload.Content.ABSENT;
import static dev.holdfast.tests.preload.Content.DIRECTORY;
import static dev.holdfast.tests.preload.Content.NEW;
import static dev.holdfast.tests.preload.Content.OLD;

import dev.holdfast.ListEntry;
import dev.holdfast.ListOptions;
import dev.holdfast.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What is done under faults: the name that it is about, and what is there before and after. */
enum Operation {
  OPEN_FRESH("", ABSENT, DIRECTORY, Fixture::nothing, Session::open),
  OPEN_WITH_RECOVERY("dir/file", OLD, OLD, Fixture::deadEngines, Session::open),
  PUBLISH("dir/new", ABSENT, NEW, Fixture::store, session -> session.publish("dir/new", NEW)),
  PUBLISH_WITH_PARENTS(
      "a/b/new", ABSENT, NEW, Fixture::store, session -> session.publish("a/b/new", NEW)),
  PUBLISH_ON_OLD_KERNEL(
      "dir/new", ABSENT, NEW, Fixture::store, session -> session.publish("dir/new", NEW)),
  REPLACE("dir/file", OLD, NEW, Fixture::store, session -> session.replace("dir/file", NEW)),
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
  CLOSE("dir/file", OLD, OLD, Fixture::store, Session::close);

  /** A step before an operation. */
  @FunctionalInterface
  interface Preparation {
    void run(Path root) throws Exception;
  }

  /** An operation; throws an error if it answers what is not so. */
  @FunctionalInterface
  interface Run {
    void run(Session session);
  }

  /** The name, relative to the root. */
  final String path;

  final Content before;
  final Content after;
  private final Preparation preparation;
  private final Run run;

  Operation(String path, Content before, Content after, Preparation preparation, Run run) {
    this.path = path;
    this.before = before;
    this.after = after;
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
  }

  void run(Session session) {
    run.run(session);
  }

  /** Whether it opens the root, which otherwise is open before. */
  boolean opens() {
    return this == OPEN_FRESH || this == OPEN_WITH_RECOVERY;
  }

  /** Whether its failures tell what happened to the data. */
  boolean isMutation() {
    return before != after && !opens();
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

  Content found(Path root) throws IOException {
    return Content.at(root.resolve(path));
  }

  /** The user's names that are there whatever happens. */
  Set<String> lasting() {
    Set<String> names = new TreeSet<>();
    if (this != OPEN_FRESH) {
      names.addAll(Fixture.NAMES);
      if (before != after) {
        names.remove(path);
      }
    }
    return names;
  }

  /** The user's names that can be there afterwards. */
  Set<String> possible() {
    Set<String> names = lasting();
    for (Path at = Path.of(path); at != null; at = at.getParent()) {
      names.add(at.toString());
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
