package dev.holdfast;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which object an audit looked at.
 *
 * @param type what it is
 * @param dev the device number
 * @param ino the inode number
 * @param birthNs when it was created, in nanoseconds since 1970, or null where the file system does
 *     not tell
 */
public record AuditedObject(Type type, long dev, long ino, @Nullable Long birthNs) {

  /** Types of objects. */
  public enum Type {
    /** A file with content. */
    FILE,
    /** A directory. */
    DIRECTORY,
    /** A symbolic link. */
    SYMLINK,
    /** A named pipe. */
    FIFO,
    /** A socket. */
    SOCKET,
    /** A character or block device. */
    DEVICE,
    /** Something else. */
    OTHER
  }

  /**
   * An object.
   *
   * @param type what it is
   * @param dev the device number
   * @param ino the inode number
   * @param birthNs when it was created, or null
   */
  public AuditedObject {
    Objects.requireNonNull(type, "type");
  }
}
