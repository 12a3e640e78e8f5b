package dev.holdfast;

/**
 * One entry of a directory.
 *
 * @param name its name within the directory
 * @param kind what it is
 * @param identity which object it was, without a digest
 */
public record ListEntry(String name, Kind kind, FileIdentity identity) {

  /** Kinds of entry. */
  public enum Kind {
    /** A file that can be read. */
    FILE,
    /** A directory that can be listed. */
    DIRECTORY,
    /** A symbolic link, FIFO, socket or device: shown, never followed or opened. */
    OTHER
  }
}
