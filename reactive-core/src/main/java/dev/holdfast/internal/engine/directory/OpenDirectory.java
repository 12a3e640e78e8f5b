package dev.holdfast.internal.engine.directory;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Stat;

/**
 * A verified directory of the store for the time of one operation. Closing it gives back the
 * descriptor, unless that is the root's own.
 */
public final class OpenDirectory implements AutoCloseable {
  private final Fd fd;
  private final Stat stat;
  private final boolean owned;

  OpenDirectory(Fd fd, Stat stat, boolean owned) {
    this.fd = fd;
    this.stat = stat;
    this.owned = owned;
  }

  /**
   * The open directory.
   *
   * @return its descriptor, not to be closed by the caller
   */
  public Fd fd() {
    return fd;
  }

  /**
   * What it was when it was opened.
   *
   * @return its attributes
   */
  public Stat stat() {
    return stat;
  }

  @Override
  public void close() {
    if (owned) {
      fd.close();
    }
  }
}
