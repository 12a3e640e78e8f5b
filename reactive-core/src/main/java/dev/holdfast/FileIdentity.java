package dev.holdfast;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which file it is, and in which state: what a later operation compares to refuse acting on another
 * one. Valid as long as the store stays open; across restarts prefer to compare {@code sha256} and
 * {@code size}, since device numbers can change from boot to boot and inode numbers are reused.
 *
 * @param dev the device number
 * @param ino the inode number
 * @param nlink how many names the object has
 * @param size the size in bytes
 * @param mtimeNs when the content changed, in nanoseconds since 1970
 * @param ctimeNs when the attributes changed, in nanoseconds since 1970
 * @param birthNs when it was created, in nanoseconds since 1970, or null where the file system does
 *     not tell
 * @param sha256 the SHA-256 of the content in lower-case hexadecimal, or null if it was not read
 */
public record FileIdentity(
    long dev,
    long ino,
    long nlink,
    long size,
    long mtimeNs,
    long ctimeNs,
    @Nullable Long birthNs,
    @Nullable String sha256) {

  /**
   * Whether both describe one object in one state: every field is equal, the ones that may be
   * missing if both have them.
   *
   * @param other what to compare with
   * @return true if nothing tells them apart
   */
  public boolean sameAs(FileIdentity other) {
    return dev == other.dev
        && ino == other.ino
        && nlink == other.nlink
        && size == other.size
        && mtimeNs == other.mtimeNs
        && ctimeNs == other.ctimeNs
        && agree(birthNs, other.birthNs)
        && agree(sha256, other.sha256);
  }

  private static boolean agree(@Nullable Object mine, @Nullable Object theirs) {
    return mine == null || theirs == null || Objects.equals(mine, theirs);
  }

  /**
   * The same identity with a digest.
   *
   * @param digest the SHA-256 of the content in lower-case hexadecimal
   * @return the completed identity
   */
  public FileIdentity withSha256(String digest) {
    return new FileIdentity(dev, ino, nlink, size, mtimeNs, ctimeNs, birthNs, digest);
  }
}
