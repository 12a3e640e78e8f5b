package dev.holdfast.internal.engine.history;

import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** One directory with older versions, of all files whose keys begin alike. */
final class Shard implements AutoCloseable {
  private final Sys sys;
  private final Fd dir;

  /**
   * An open directory.
   *
   * @param sys the port
   * @param dir the directory, closed with this
   */
  Shard(Sys sys, Fd dir) {
    this.sys = sys;
    this.dir = dir;
  }

  Fd dir() {
    return dir;
  }

  /** The versions of one file, newest first. */
  List<VersionName> versions(String key) throws SysException {
    return all().getOrDefault(key, List.of());
  }

  /** The versions of all files, newest first, by the files' keys. */
  Map<String, List<VersionName>> all() throws SysException {
    return Names.all(sys, dir).stream()
        .map(VersionName::parse)
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingLong(VersionName::number).reversed())
        .collect(Collectors.groupingBy(VersionName::key));
  }

  /**
   * Removes what exceeds the bounds; what cannot be removed is left to the next time.
   *
   * @param versions the versions of one file, newest first
   * @param bounds the bounds
   * @param nowMillis the time of day
   * @return how many were removed
   */
  int trim(List<VersionName> versions, HistoryBounds bounds, long nowMillis) {
    if (!bounds.keeps()) {
      return 0;
    }
    int removed = 0;
    long bytes = 0;
    for (int i = 0; i < versions.size(); i++) {
      VersionName version = versions.get(i);
      bytes += version.size();
      boolean fits =
          i < bounds.versions()
              && nowMillis - version.number() <= bounds.maxAgeMillis()
              && bytes <= bounds.maxBytes();
      if (!fits && remove(version.asName())) {
        removed++;
      }
    }
    return removed;
  }

  private boolean remove(Name name) {
    try {
      Unlinking.unlinkIfThere(sys, dir, name);
      return true;
    } catch (SysException e) {
      return false;
    }
  }

  @Override
  public void close() {
    dir.close();
  }
}
