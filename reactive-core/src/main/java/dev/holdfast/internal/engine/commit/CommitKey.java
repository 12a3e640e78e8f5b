package dev.holdfast.internal.engine.commit;

import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A name that a commit changes, as the byte of the lock file that stands for it. Unrelated names
 * may share one; then they wait for each other without need.
 *
 * @param stripe the byte's offset
 */
public record CommitKey(long stripe) {
  /** How many bytes stand for names. */
  static final int STRIPES = 65_536;

  /**
   * The key of a name in a directory. All directories of a root are on one file system.
   *
   * @param parent the directory's attributes; its identity counts, not the way to it
   * @param leaf the name
   * @return the key, the same in every process on every machine
   */
  public static CommitKey of(Stat parent, Name leaf) {
    MessageDigest sha256;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
    // Not its device: each client of a network file system, and each mount, numbers it otherwise.
    sha256.update(ByteBuffer.allocate(8).putLong(0, parent.ino()));
    sha256.update(leaf.terminated(), 0, leaf.length());
    int first = ByteBuffer.wrap(sha256.digest()).getInt();
    return new CommitKey(Integer.toUnsignedLong(first) % STRIPES);
  }
}
