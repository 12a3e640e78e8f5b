package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Directories of which this process knows that the way to them is durable. A directory that another
 * process made may be on its way to the disk still; a file in it would be acknowledged and lost
 * with it. So the first use of a directory syncs the way to it, and the result is remembered here.
 *
 * <p>The birth time tells a directory from a later one with the same inode number; where the file
 * system does not keep it, nothing is remembered.
 */
final class DurableNames {
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
