package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What this process holds open on a root: object by object, so that one descriptor too few cannot
 * hide one too many. Random names are shown as {@code *}, unnamed files as {@code #}; the owner's
 * file is shown by its name, whether or not it was opened before it had that.
 */
final class Held {
  private static final String LOCK = ".holdfast/commit.lock";

  /** What every writable engine holds as long as it lives. */
  private static final List<String> BY_A_WRITER =
      List.of(
          "",
          ".holdfast",
          ".holdfast/rescued",
          ".holdfast/staging",
          ".holdfast/staging/*",
          ".holdfast/staging/*/owner");

  private Held() {}

  /** Everything that is open on a directory or below it, sorted. */
  private static List<String> on(Path directory) throws IOException {
    List<String> held = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        String target;
        try {
          target = Files.readSymbolicLink(each).toString();
        } catch (NoSuchFileException e) {
          continue; // the listing's own
        }
        if (target.equals(directory.toString()) || target.startsWith(directory + "/")) {
          held.add(
              target
                  .substring(directory.toString().length())
                  .replaceFirst("^/", "")
                  .replaceAll("[0-9a-f]{32}", "*")
                  .replaceAll("staging/\\*/#\\d+ \\(deleted\\)$", "staging/*/owner")
                  .replaceAll("#\\d+ \\(deleted\\)$", "#"));
        }
      }
    }
    Collections.sort(held);
    return held;
  }

  /** Without the lock file, of which an engine keeps a few between its operations. */
  static List<String> besidesLocks(Path directory) throws IOException {
    return besidesLocks(directory, Integer.MAX_VALUE);
  }

  /** As {@link #besidesLocks(Path)}; and the lock file is not open more often than that. */
  static List<String> besidesLocks(Path directory, int mostLocks) throws IOException {
    List<String> held = on(directory);
    assertThat(Collections.frequency(held, LOCK))
        .as("descriptions of the lock file")
        .isLessThanOrEqualTo(mostLocks);
    held.removeIf(LOCK::equals);
    return held;
  }

  /** How often the lock file is open. */
  static int locks(Path directory) throws IOException {
    return Collections.frequency(on(directory), LOCK);
  }

  /** A number of engines and nothing else, with at most so many lock descriptions in all. */
  static void byWriters(Path root, int writers, int mostLocks) throws IOException {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      expected.addAll(BY_A_WRITER);
    }
    assertThat(besidesLocks(root, mostLocks)).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** One engine, used by one thread at a time. */
  static void byOneWriter(Path root) throws IOException {
    byWriters(root, 1, 1);
  }

  /** Nothing at all. */
  static void byNobody(Path directory) throws IOException {
    assertThat(on(directory)).isEmpty();
  }
}
