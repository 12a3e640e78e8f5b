package dev.holdfast.tests.preload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A name that an operation is about, and what is there.
 *
 * @param path the name, relative to the root
 * @param before what is there before
 * @param repaired what is there if nothing but what a crash had left was taken away
 * @param after what is there afterwards
 */
record Change(String path, Content before, Content repaired, Content after) {
  /** Those of a batch. */
  static final List<Change> TOGETHER =
      List.of(
          new Change("dir/new", Content.ABSENT, Content.NEW),
          new Change("dir/file", Content.OLD, Content.NEW));

  Change(String path, Content before, Content after) {
    this(path, before, before, after);
  }

  Content found(Path root) throws IOException {
    return Content.at(root.resolve(path));
  }

  /** Whether what was found says that nothing was changed for anybody who reads whole records. */
  boolean isUndone(Content found) {
    return found == before || found == repaired;
  }

  boolean isDone(Path root) throws IOException {
    return found(root) == after;
  }

  /** Those that are not made. */
  static List<Change> missing(List<Change> changes, Path root) throws IOException {
    List<Change> missing = new ArrayList<>();
    for (Change each : changes) {
      if (!each.isDone(root)) {
        missing.add(each);
      }
    }
    return missing;
  }
}
