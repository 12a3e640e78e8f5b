package dev.holdfast.internal.engine.scope;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One object per root, shared by all its handles in this process and counted. Those that may write
 * and those that may not share apart, since they were opened in different ways. The counting is
 * under a lock, making and disposing are not: both do file work.
 *
 * @param <T> what is shared
 */
public final class SharedByRoot<T> {
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, Entry<T>> entries = new HashMap<>();

  /**
   * What is shared apart.
   *
   * @param root the root
   * @param readOnly whether its handles refuse every change
   */
  public record Key(FileKey root, boolean readOnly) {}

  private static final class Entry<T> {
    final T shared;
    int handles;

    Entry(T shared) {
      this.shared = shared;
    }
  }

  /** Nothing shared yet. */
  public SharedByRoot() {}

  /**
   * Takes a handle on what is shared for a root.
   *
   * @param key the root, held open by the candidate
   * @param candidate what to share if nothing is yet
   * @return what is shared: the candidate, or an earlier one, and then the caller disposes of its
   *     candidate
   */
  public T acquire(Key key, T candidate) {
    lock.lock();
    try {
      Entry<T> entry = entries.computeIfAbsent(key, k -> new Entry<>(candidate));
      entry.handles++;
      return entry.shared;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives a handle back.
   *
   * @param key the root
   * @return whether it was the last one: the caller disposes of what was shared
   */
  public boolean release(Key key) {
    lock.lock();
    try {
      Entry<T> entry = entries.get(key);
      if (entry == null) {
        throw new IllegalStateException("released more often than acquired");
      }
      entry.handles--;
      if (entry.handles > 0) {
        return false;
      }
      entries.remove(key);
      return true;
    } finally {
      lock.unlock();
    }
  }
}
