package dev.holdfast.internal.engine.directory;

import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Directories of which this process has found something out about the whole way to them, so that it
 * need not be found out again. The birth time tells a directory from a later one with the same
 * inode number; where the file system does not keep it, nothing is remembered.
 */
final class KnownWays {
  private static final int CAPACITY = 4096;

  /** Which directory it was. */
  private record Known(FileKey key, long birthNs) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<NamePath, Known> names =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<NamePath, Known> eldest) {
          return size() > CAPACITY;
        }
      };

  boolean contains(NamePath path, Stat stat) {
    Long birth = stat.birthNs();
    if (birth == null) {
      return false;
    }
    lock.lock();
    try {
      return new Known(FileKey.of(stat), birth).equals(names.get(path));
    } finally {
      lock.unlock();
    }
  }

  void add(NamePath path, Stat stat) {
    Long birth = stat.birthNs();
    if (birth == null) {
      return;
    }
    lock.lock();
    try {
      names.put(path, new Known(FileKey.of(stat), birth));
    } finally {
      lock.unlock();
    }
  }
}
