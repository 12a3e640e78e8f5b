package dev.holdfast.tests.powercut;

import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.tests.powercut.Operation.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Looks at a store after a power cut, as the next process finds it. */
final class Inspection {
  private static final String OWN = ".holdfast";

  private final Path root;

  /** Whether a record that nobody acknowledged may be there in parts. */
  private final boolean mayBeTorn;

  private final List<String> violations = new ArrayList<>();

  private Inspection(Path root, boolean mayBeTorn) {
    this.root = root;
    this.mayBeTorn = mayBeTorn;
  }

  /**
   * What is wrong on a writer's disk, in words; empty if nothing is.
   *
   * @param disk where the snapshot is mounted
   * @param least how many steps were acknowledged
   * @param most how many may have been finished
   */
  static List<String> of(Path disk, int least, int most) throws IOException {
    // The writer takes one step after the other, so what is there was there after one of them.
    List<SortedMap<String, List<Integer>>> states = Script.statesBetween(least, most);
    boolean mayBeTorn = Script.appendsBetween(least, most);
    List<String> violations =
        new ArrayList<>(ofStore(disk.resolve(Writer.STORE), states, mayBeTorn, true));
    for (int number = Math.max(1, least - Script.ROUND); number <= most; number++) {
      Operation step = Script.step(number).get(0);
      if (step.kind() == Kind.MAKE_STORE) {
        violations.addAll(
            ofStore(
                disk.resolve(step.path()),
                List.of(Collections.emptySortedMap()),
                false,
                number <= least));
      }
    }
    return violations;
  }

  private static List<String> ofStore(
      Path root,
      List<SortedMap<String, List<Integer>>> states,
      boolean mayBeTorn,
      boolean acknowledged)
      throws IOException {
    if (!Files.exists(root)) {
      return acknowledged ? List.of(root.getFileName() + " is gone") : List.of();
    }
    Inspection inspection = new Inspection(root, mayBeTorn);
    inspection.run(states);
    return inspection.violations;
  }

  private void run(List<SortedMap<String, List<Integer>>> states) throws IOException {
    StoreHandle store;
    try {
      store = Stores.open(Port.CORRECT, root);
    } catch (StoreException e) {
      violate("cannot be opened: " + e.getMessage());
      return;
    }
    try {
      expectEntries("staging", 1); // ours
      expectEntries("rescued", 0);
      SortedMap<String, List<Integer>> files = files(store);
      if (!states.contains(files)) {
        violate("holds " + files + ", expected one of " + states);
      }
      store.replace("after", ByteSource.of(new byte[100]), new WriteOptions());
    } catch (StoreException e) {
      violate("does not work: " + e.getMessage());
    } finally {
      store.close();
    }
    expectEntries("staging", 0);
  }

  private void violate(String how) {
    violations.add(root.getFileName() + " " + how);
  }

  private void expectEntries(String directory, int number) throws IOException {
    Path own = root.resolve(OWN);
    try (Stream<Path> all = Files.walk(own.resolve(directory))) {
      List<String> found = all.map(path -> own.relativize(path).toString()).toList();
      if (found.stream().filter(path -> path.matches("[^/]+/[^/]+")).count() != number) {
        violate("keeps " + found);
      }
    }
  }

  /** Each file and the steps that wrote it; what is not a whole file is a violation. */
  private SortedMap<String, List<Integer>> files(StoreHandle store) throws IOException {
    SortedMap<String, List<Integer>> files = new TreeMap<>();
    for (String path : paths()) {
      byte[] bytes = store.read(path).bytes();
      if (path.equals(Script.LOG)) {
        files.put(path, records(store, bytes));
        continue;
      }
      OptionalInt step = Contents.writtenBy(path, bytes);
      if (step.isPresent()) {
        files.put(path, List.of(step.getAsInt()));
      } else {
        violate("has " + bytes.length + " bytes at " + path + " that were never its content");
      }
    }
    return files;
  }

  private List<Integer> records(StoreHandle store, byte[] bytes) {
    Log log = Log.of(bytes);
    if (!mayBeTorn && !log.rest().isEmpty()) {
      violate("has " + log.rest().length() + " bytes behind its last record");
    }
    String wrong = log.appendOnce(store);
    if (!wrong.isEmpty()) {
      violate(Script.LOG + " " + wrong);
    }
    return log.steps();
  }

  private List<String> paths() throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> !Files.isDirectory(path))
          .map(root::relativize)
          .filter(path -> !path.startsWith(OWN))
          .map(Path::toString)
          .toList();
    }
  }
}
