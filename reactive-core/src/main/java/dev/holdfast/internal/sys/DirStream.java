package dev.holdfast.internal.sys;

import java.util.List;

/** A directory listing in progress. */
public interface DirStream extends AutoCloseable {

  /**
   * One entry as the directory tells it.
   *
   * @param name its name
   * @param type its type, {@link FileType#UNKNOWN} where the file system does not tell
   */
  record Entry(Name name, FileType type) {}

  /**
   * Reads on.
   *
   * @return the next entries, at least one; empty at the end
   * @throws SysException if the directory cannot be read
   */
  List<Entry> next() throws SysException;

  @Override
  void close();
}
