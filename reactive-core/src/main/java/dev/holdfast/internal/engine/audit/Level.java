package dev.holdfast.internal.engine.audit;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** A directory that a walk is in, or below. */
final class Level {
  private final @Nullable Name name;
  private final Stat stat;

  /** Directories in it that were not entered yet. */
  private final Deque<Name> waiting = new ArrayDeque<>();

  private @Nullable Fd fd;

  /**
   * A directory.
   *
   * @param name its name, null for the root
   * @param stat its attributes
   * @param fd the open directory
   */
  Level(@Nullable Name name, Stat stat, Fd fd) {
    this.name = name;
    this.stat = stat;
    this.fd = fd;
  }

  @Nullable Name name() {
    return name;
  }

  Stat stat() {
    return stat;
  }

  Deque<Name> waiting() {
    return waiting;
  }

  /** The open directory, or null while it is not held open. */
  @Nullable Fd fd() {
    return fd;
  }

  void reopened(Fd again) {
    fd = again;
  }

  /** Gives the descriptor back; the root's belongs to somebody else. */
  void close() {
    if (fd != null && name != null) {
      fd.close();
      fd = null;
    }
  }
}
