package dev.holdfast.internal.sys;

/** What kind of object an inode is. */
public enum FileType {
  /** A file with content. */
  REGULAR,
  /** A directory. */
  DIRECTORY,
  /** A symbolic link. */
  SYMLINK,
  /** A named pipe. */
  FIFO,
  /** A socket. */
  SOCKET,
  /** A character device. */
  CHARACTER_DEVICE,
  /** A block device. */
  BLOCK_DEVICE,
  /** Something else, or not told. */
  UNKNOWN;

  /**
   * The type in words, for messages.
   *
   * @return for example {@code "a symbolic link"}
   */
  public String describe() {
    return switch (this) {
      case REGULAR -> "a regular file";
      case DIRECTORY -> "a directory";
      case SYMLINK -> "a symbolic link";
      case FIFO -> "a FIFO";
      case SOCKET -> "a socket";
      case CHARACTER_DEVICE, BLOCK_DEVICE -> "a device";
      case UNKNOWN -> "an object of unknown type";
    };
  }
}
