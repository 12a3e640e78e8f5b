package dev.holdfast.tests.model;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a power cut may still bring back, since nobody was told that a change is durable. */
final class Doubts {
  private final Map<String, Set<Held>> ways = new HashMap<>();
  private final Set<String> grown = new HashSet<>();

  /** Nobody knows whether this change was made, of which there is so much. */
  void add(Command.Change change, Held before, Held found) {
    ways.computeIfAbsent(change.path(), key -> new HashSet<>())
        .addAll(List.of(before, change.repaired(before), found, change.after(before)));
    if (change.grows()) {
      grown.add(change.path());
    }
  }

  /** The last change at a path is durable, and with it all before. */
  void settle(String path) {
    ways.remove(path);
    grown.remove(path);
  }

  void clear() {
    ways.clear();
    grown.clear();
  }

  /**
   * Whether this may be there. What a file has grown by and nobody synced can be there in parts.
   */
  boolean allow(String path, Held found) {
    Set<Held> all = ways.getOrDefault(path, Set.of());
    return all.contains(found) || (grown.contains(path) && isPart(all, found));
  }

  private static boolean isPart(Set<Held> all, Held found) {
    int most = all.stream().mapToInt(way -> way.bytes().length()).max().orElse(0);
    return found.bytes().length() <= most && all.stream().anyMatch(way -> way.isBeginningOf(found));
  }
}
