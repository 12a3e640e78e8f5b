package dev.holdfast.internal.engine.kept;

import dev.holdfast.internal.sys.NamePath;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The files of one root that are kept open for the next append: a few, and only for a while. An
 * operation takes one out and gives it back, both while it holds the commit lock of the name, so
 * that nobody uses it at the same time; files are opened and closed outside of the map.
 */
public final class KeptFiles implements AutoCloseable {
  /** The most files that are kept open. */
  public static final int CAPACITY = 64;

  private final LongSupplier clock;
  private final ConcurrentHashMap<NamePath, KeptFile> files = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<NamePath, Doubt> doubts = new ConcurrentHashMap<>();

  /**
   * Nothing open.
   *
   * @param clock nanoseconds that never jump
   */
  public KeptFiles(LongSupplier clock) {
    this.clock = clock;
  }

  /**
   * Where a file was when it was used last; looked at before the commit lock is held.
   *
   * @param path its path
   * @return the way, or empty if it is not open, or in use
   */
  public Optional<KeptFile.Way> way(NamePath path) {
    return Optional.ofNullable(files.get(path)).map(KeptFile::way);
  }

  /**
   * Takes a file out, to use it alone.
   *
   * @param path its path
   * @return the file, to be given back or closed; null if it is not open
   */
  public @Nullable KeptFile take(NamePath path) {
    return files.remove(path);
  }

  /**
   * Gives a file back, and closes those that were not used for the longest time if there are too
   * many.
   *
   * @param path its path
   * @param file the file
   */
  public void give(NamePath path, KeptFile file) {
    file.usedAt(clock.getAsLong());
    KeptFile other = files.put(path, file);
    if (other != null) {
      other.close();
    }
    while (files.size() > CAPACITY) {
      Optional<Map.Entry<NamePath, KeptFile>> oldest =
          files.entrySet().stream()
              .min(Comparator.comparingLong(entry -> entry.getValue().lastUsedNanos()));
      oldest.ifPresent(entry -> close(entry.getKey(), entry.getValue()));
    }
  }

  /**
   * Closes a file that is not there any more, so that its space is free.
   *
   * @param path its path
   */
  public void forget(NamePath path) {
    KeptFile file = files.remove(path);
    if (file != null) {
      file.close();
    }
  }

  /**
   * Closes what was not used for some time.
   *
   * @param nanos how long
   * @return how many files are open still
   */
  public int closeIdle(long nanos) {
    long now = clock.getAsLong();
    files.forEach(
        (path, file) -> {
          if (now - file.lastUsedNanos() >= nanos) {
            close(path, file);
          }
        });
    return files.size();
  }

  /**
   * Closes what is not in use below a directory.
   *
   * @param directory the way to it
   */
  public void closeBelow(NamePath directory) {
    files.forEach(
        (path, file) -> {
          if (path.startsWith(directory)) {
            close(path, file);
          }
        });
  }

  private void close(NamePath path, KeptFile file) {
    if (files.remove(path, file)) {
      file.close();
    }
  }

  /**
   * Notes that a sync of a file failed.
   *
   * @param path its path
   * @param doubt what is in doubt since
   */
  public void doubt(NamePath path, Doubt doubt) {
    doubts.merge(path, doubt, Doubt::and);
  }

  /**
   * What a failed sync put in doubt.
   *
   * @param path the path of the file
   * @return the doubt, or empty if there is none
   */
  public Optional<Doubt> doubt(NamePath path) {
    return Optional.ofNullable(doubts.get(path));
  }

  /**
   * Notes that there is no doubt any more.
   *
   * @param path the path of the file
   */
  public void trust(NamePath path) {
    doubts.remove(path);
  }

  /**
   * How many files are open, for tests.
   *
   * @return the number of files
   */
  public int size() {
    return files.size();
  }

  /** Closes all of them; none may be in use. */
  @Override
  public void close() {
    closeBelow(NamePath.EMPTY);
  }
}
