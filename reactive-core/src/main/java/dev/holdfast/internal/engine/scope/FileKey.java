package dev.holdfast.internal.engine.scope;

import dev.holdfast.internal.sys.Stat;

/**
 * Which object it is, as long as somebody holds it open.
 *
 * @param dev the device number
 * @param ino the inode number
 */
public record FileKey(long dev, long ino) {

  /**
   * The key of an object.
   *
   * @param stat its attributes
   * @return the key
   */
  public static FileKey of(Stat stat) {
    return new FileKey(stat.dev(), stat.ino());
  }
}
