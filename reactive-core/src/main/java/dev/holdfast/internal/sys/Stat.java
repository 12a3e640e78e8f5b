package dev.holdfast.internal.sys;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the kernel says about an object.
 *
 * @param dev the device number, encoded as {@code stat(1)} shows it
 * @param ino the inode number
 * @param mountId the mount it was reached through, 0 on kernels that do not tell
 * @param type its type
 * @param mode its permission bits, of 07777
 * @param nlink how many names it has
 * @param uid its owner
 * @param size its size in bytes
 * @param mtimeNs when its content changed, in nanoseconds since 1970
 * @param ctimeNs when its attributes changed, in nanoseconds since 1970
 * @param birthNs when it was created, or null where the file system does not keep it
 */
public record Stat(
    long dev,
    long ino,
    long mountId,
    FileType type,
    int mode,
    long nlink,
    int uid,
    long size,
    long mtimeNs,
    long ctimeNs,
    @Nullable Long birthNs) {

  /**
   * Whether both describe one object, whatever its content. The birth time counts where there is
   * one, since file systems give the inode number of a removed object out again at once.
   *
   * @param other what to compare with
   * @return true if device, inode and birth time are equal
   */
  public boolean sameObject(Stat other) {
    return dev == other.dev && ino == other.ino && Objects.equals(birthNs, other.birthNs);
  }
}
