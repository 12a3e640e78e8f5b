package dev.holdfast.internal.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What is in a root: the user's files, and what the store itself keeps there. */
final class StoreTree {
  /** The store's own when no engine lives and nothing was left or rescued. */
  static final List<String> CLOSED =
      List.of(
          ".holdfast",
          ".holdfast/commit.lock",
          ".holdfast/rescued",
          ".holdfast/staging",
          ".holdfast/store.json");

  /** The store's own when one engine lives, and nothing is staged. */
  static final List<String> OPEN =
      List.of(
          ".holdfast",
          ".holdfast/commit.lock",
          ".holdfast/rescued",
          ".holdfast/staging",
          ".holdfast/staging/*",
          ".holdfast/staging/*/owner",
          ".holdfast/store.json");

  private StoreTree() {}

  /** The user's names, sorted. */
  static SortedSet<String> users(Path root) {
    SortedSet<String> names = new TreeSet<>(Disk.tree(root));
    names.removeIf(StoreTree::isOwn);
    return names;
  }

  /** The store's own names, sorted; an engine's random name is shown as {@code *}. */
  static List<String> own(Path root) {
    return Disk.tree(root).stream()
        .filter(StoreTree::isOwn)
        .map(name -> name.replaceFirst("^(\\.holdfast/staging/)[0-9a-f]{32}", "$1*"))
        .toList();
  }

  private static boolean isOwn(String name) {
    return name.equals(".holdfast") || name.startsWith(".holdfast/");
  }

  /** What is in staging besides the engines' directories and their owner files. */
  static SortedSet<String> staged(Path root) {
    return Disk.tree(root.resolve(".holdfast/staging")).stream()
        .filter(name -> !name.matches("[0-9a-f]{32}(/owner)?"))
        .map(name -> ".holdfast/staging/" + name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** What was rescued. */
  static SortedSet<String> rescued(Path root) {
    return Disk.tree(root.resolve(".holdfast/rescued")).stream()
        .map(name -> ".holdfast/rescued/" + name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The directory of the only engine that lives. */
  static Path engine(Path root) {
    Path staging = root.resolve(".holdfast/staging");
    List<String> engines = Disk.tree(staging).stream().filter(name -> !name.contains("/")).toList();
    if (engines.size() != 1) {
      throw new AssertionError("expected one engine, found " + engines);
    }
    return staging.resolve(engines.get(0));
  }
}
