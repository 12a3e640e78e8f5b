package dev.holdfast.examples;

import dev.holdfast.ListEntry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What listing each directory has to give. */
final class Listings {
  private static final Comparator<String> BY_BYTES =
      (a, b) ->
          Arrays.compareUnsigned(
              a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

  private Listings() {}

  /** The entries, in order, of each directory on the way to the given files. */
  static Map<String, List<String>> expected(Collection<String> files) {
    Map<String, SortedMap<String, ListEntry.Kind>> directories = new TreeMap<>();
    for (String file : files) {
      ListEntry.Kind kind = ListEntry.Kind.FILE;
      String path = file;
      while (!path.isEmpty()) {
        int slash = path.lastIndexOf('/');
        String parent = path.substring(0, Math.max(slash, 0));
        directories
            .computeIfAbsent(parent, p -> new TreeMap<>(BY_BYTES))
            .put(path.substring(slash + 1), kind);
        kind = ListEntry.Kind.DIRECTORY;
        path = parent;
      }
    }
    Map<String, List<String>> shown = new TreeMap<>();
    directories.forEach(
        (directory, entries) -> {
          List<String> names = new ArrayList<>();
          entries.forEach((name, kind) -> names.add(show(name, kind)));
          shown.put(directory, names);
        });
    return shown;
  }

  static String show(ListEntry entry) {
    return show(entry.name(), entry.kind());
  }

  private static String show(String name, ListEntry.Kind kind) {
    return kind + " " + name;
  }

  static void compare(String directory, List<String> expected, List<String> found) {
    if (found.equals(expected)) {
      return;
    }
    List<String> missing = new ArrayList<>(expected);
    missing.removeAll(found);
    List<String> surplus = new ArrayList<>(found);
    surplus.removeAll(expected);
    throw new MismatchException(
        "listing '" + directory + "': missing " + missing + ", not published by us " + surplus);
  }
}
