package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A change of names that is one for the disk too: an addition, a removal, or a rename with all that
 * belongs to it, as on every journaling or copy-on-write file system.
 */
final class EntryEffect {
  /** A place for an entry. */
  record Key(long dir, Name name) {}

  /** What a place holds afterwards; 0 for nothing. */
  private record Change(Key key, long inode) {}

  private final String text;
  private final List<Change> changes = new ArrayList<>(2);

  /** Effects without which this one cannot be: they set free an inode number that it uses again. */
  private final List<EntryEffect> needs = new ArrayList<>(0);

  EntryEffect(String text) {
    this.text = text;
  }

  EntryEffect set(SimInode dir, Name name, SimInode inode) {
    changes.add(new Change(new Key(dir.id, name), inode.id));
    needs.addAll(inode.numberFreedBy);
    return this;
  }

  EntryEffect clear(SimInode dir, Name name) {
    changes.add(new Change(new Key(dir.id, name), 0));
    return this;
  }

  /** What the effect does to the entries of directories. */
  @FunctionalInterface
  interface Target {
    void put(long dir, Name name, long inodeOrZero);
  }

  void applyTo(Target target) {
    for (Change change : changes) {
      target.put(change.key().dir(), change.key().name(), change.inode());
    }
  }

  boolean touches(long dir) {
    for (Change change : changes) {
      if (change.key().dir() == dir) {
        return true;
      }
    }
    return false;
  }

  boolean touchesAny(Set<Key> keys) {
    for (Change change : changes) {
      if (keys.contains(change.key())) {
        return true;
      }
    }
    return false;
  }

  List<EntryEffect> needs() {
    return needs;
  }

  void addKeysTo(Set<Key> keys) {
    for (Change change : changes) {
      keys.add(change.key());
    }
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder(text);
    changes.forEach(change -> out.append(' ').append(change.key().name()));
    return out.toString();
  }
}
