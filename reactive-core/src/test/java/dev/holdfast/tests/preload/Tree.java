package dev.holdfast.tests.preload;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/** A directory as other programs see it. */
public final class Tree {
  private Tree() {}

  /** Every path below, sorted; nothing if the directory is missing. */
  public static SortedSet<Path> below(Path directory) throws IOException {
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return Collections.emptySortedSet();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      SortedSet<Path> paths = new TreeSet<>();
      all.filter(path -> !path.equals(directory)).forEach(paths::add);
      return paths;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** All of 07777. */
  public static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
  }

  /** What this process has open below a directory. */
  public static List<Path> heldBelow(Path directory) throws IOException {
    List<Path> held = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      for (Path each : all.toList()) {
        try {
          Path target = Files.readSymbolicLink(each);
          if (target.startsWith(directory)) {
            held.add(target);
          }
        } catch (NoSuchFileException e) {
          continue; // the listing's own
        }
      }
    }
    return held;
  }

  /** Removes a directory and everything in it. */
  public static void remove(Path directory) throws IOException {
    List<Path> deepestFirst = new ArrayList<>(below(directory));
    Collections.reverse(deepestFirst);
    for (Path each : deepestFirst) {
      Files.delete(each);
    }
    Files.deleteIfExists(directory);
  }
}
