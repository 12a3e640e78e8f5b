package dev.holdfast.tests.strace;

import dev.holdfast.tests.preload.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What a user finds in a root, also by asking the store.
 *
 * @param files what each name means: one of the contents here, or {@link #DIRECTORY}; what is
 *     detached has the name {@link #DETACHED}, and older versions {@link #OLDER}, the oldest first
 */
record State(SortedMap<String, String> files) {
  static final String OLD = "an old line\n".repeat(100);

  /** More than one write takes. */
  static final String NEW = "a line that is new\n".repeat(10_000);

  static final String LOG = "a line of the log\n".repeat(80);

  static final String RECORD = "a record\n";

  static final String DIRECTORY = "a directory";
  static final String DETACHED = "(detached)";
  static final String OLDER = "(older)";

  private static final Pattern DETACHED_FILE = Pattern.compile("\\.holdfast/detached/[0-9a-f]{32}");
  private static final Pattern OLDER_VERSION = Pattern.compile("\\.holdfast/history/.*-\\d+-\\d+");

  /** Looks. */
  static State of(Path root) throws IOException {
    SortedMap<String, String> files = new TreeMap<>();
    for (Path each : Tree.below(root)) { // older versions of one file are sorted by their numbers
      String name = root.relativize(each).toString();
      if (DETACHED_FILE.matcher(name).matches()) {
        files.merge(DETACHED, content(each), String::concat);
      } else if (OLDER_VERSION.matcher(name).matches()) {
        files.merge(OLDER, content(each), String::concat);
      } else if (!name.startsWith(".holdfast")) {
        files.put(name, Files.isDirectory(each) ? DIRECTORY : content(each));
      }
    }
    return new State(files);
  }

  private static String content(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
  }

  /** The same with a change, in which an empty text stands for nothing. */
  State with(Map<String, String> change) {
    SortedMap<String, String> changed = new TreeMap<>(files);
    changed.putAll(change);
    changed.values().removeIf(String::isEmpty);
    return new State(changed);
  }

  /** Whether names mean what they mean in another state. */
  boolean agrees(State other, Iterable<String> names) {
    for (String name : names) {
      if (!files.getOrDefault(name, "").equals(other.files.getOrDefault(name, ""))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    files.forEach((name, content) -> text.append(' ').append(name).append(label(content)));
    return text.toString();
  }

  private static String label(String content) {
    if (content.equals(DIRECTORY)) {
      return "/";
    }
    String known =
        content.equals(OLD)
            ? "old"
            : content.equals(NEW) ? "new" : content.equals(LOG) ? "log" : "";
    return "=" + known + "(" + content.length() + ")";
  }
}
