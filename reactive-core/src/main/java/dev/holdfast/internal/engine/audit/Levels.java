package dev.holdfast.internal.engine.audit;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The directories from the root to where a walk is. Only the last few are open; the others are
 * found again on the way back, by {@code ..} from below, and recognised. So a walk needs the same
 * number of descriptors whatever the depth, and one step for each directory.
 */
final class Levels {
  /** How many directories below the root are open at a time. */
  static final int MOST_OPEN = 8;

  private final Sys sys;
  private final List<Level> levels = new ArrayList<>();

  Levels(Sys sys) {
    this.sys = sys;
  }

  boolean isEmpty() {
    return levels.isEmpty();
  }

  /** How many names the path of the innermost directory has. */
  int depth() {
    return levels.size() - 1;
  }

  Level last() {
    return levels.get(levels.size() - 1);
  }

  /** Goes one step further in. */
  void enter(Level level) {
    levels.add(level);
    int farthest = levels.size() - 1 - MOST_OPEN;
    if (farthest >= 0) {
      levels.get(farthest).close();
    }
  }

  /**
   * Goes one step back.
   *
   * @return false if the directory above has names left and is not found again
   * @throws SysException if it cannot be opened again
   */
  boolean leave() throws SysException {
    Level left = levels.remove(levels.size() - 1);
    try {
      return levels.isEmpty() || last().fd() != null || reopen(last(), left.fd());
    } finally {
      left.close();
    }
  }

  private boolean reopen(Level level, @Nullable Fd below) throws SysException {
    Fd found = below == null ? null : parentOf(below, level.stat());
    if (found == null) {
      found = byPath(level.stat());
    }
    if (found == null) {
      return level.waiting().isEmpty();
    }
    level.reopened(found);
    return true;
  }

  private @Nullable Fd parentOf(Fd below, Stat expected) {
    try {
      return ifSame(sys.openParent(below), expected);
    } catch (SysException e) {
      return null; // then by its path
    }
  }

  private @Nullable Fd byPath(Stat expected) throws SysException {
    Fd root = levels.get(0).fd();
    if (root == null) {
      throw new IllegalStateException("the root is always open");
    }
    List<Name> names = new ArrayList<>();
    for (Level level : levels) {
      if (level.name() != null) {
        names.add(level.name());
      }
    }
    return ifSame(sys.openDir(root, new NamePath(names)), expected);
  }

  /** The directory if it is the expected one; otherwise it is closed. */
  private @Nullable Fd ifSame(Fd found, Stat expected) throws SysException {
    boolean same = false;
    try {
      Stat stat = sys.stat(found);
      same = stat.sameObject(expected) && stat.mountId() == expected.mountId();
      return same ? found : null;
    } finally {
      if (!same) {
        found.close();
      }
    }
  }

  /** The path of the innermost directory, or of something in it. */
  Place place(@Nullable Name entry) {
    StringBuilder text = new StringBuilder();
    boolean exact = true;
    for (Level level : levels) {
      exact &= append(text, level.name());
    }
    exact &= append(text, entry);
    return new Place(text.toString(), exact);
  }

  private static boolean append(StringBuilder path, @Nullable Name name) {
    if (name == null) {
      return true;
    }
    if (!path.isEmpty()) {
      path.append('/');
    }
    path.append(name);
    return name.text().isPresent();
  }

  /** Closes everything. */
  void close() {
    levels.forEach(Level::close);
  }

  /**
   * Where an object is.
   *
   * @param path its path
   * @param exact whether the path is exactly that
   */
  record Place(String path, boolean exact) {}
}
