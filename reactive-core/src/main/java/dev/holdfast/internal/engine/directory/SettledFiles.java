package dev.holdfast.internal.engine.directory;

import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files that this process has made durable last, by their paths: whoever is about to exchange
 * one of them need not sync it once more, as long as it has the size and the times that it had
 * then. Safe for use by several threads.
 */
public final class SettledFiles {
  private static final int CAPACITY = 1_024;

  /** By what recovery knows a file. */
  private record Facts(long ino, long size, long mtimeNs, @Nullable Long birthNs) {
    static Facts of(Stat file) {
      return new Facts(file.ino(), file.size(), file.mtimeNs(), file.birthNs());
    }
  }

  private final ConcurrentHashMap<NamePath, Facts> files = new ConcurrentHashMap<>();

  /**
   * Notes a file whose content, size and times were synced.
   *
   * @param path its path
   * @param file its attributes when it was synced and nobody else could change it yet
   */
  public void add(NamePath path, Stat file) {
    files.put(path, Facts.of(file));
    for (Iterator<NamePath> any = files.keySet().iterator();
        files.size() > CAPACITY && any.hasNext(); ) {
      any.next();
      any.remove(); // whichever: it costs one sync
    }
  }

  /**
   * Tells whether a file is on the disk as it is.
   *
   * @param path its path
   * @param file its attributes now
   * @return true if this process has synced it, and it has not changed since
   */
  public boolean contains(NamePath path, Stat file) {
    return Facts.of(file).equals(files.get(path));
  }
}
