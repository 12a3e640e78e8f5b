package dev.holdfast.internal.engine.staging;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The digest that identities carry. */
public final class Sha256 {
  private final MessageDigest digest;

  /** Nothing digested yet. */
  public Sha256() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /**
   * Digests more bytes.
   *
   * @param bytes where they are
   * @param offset where they start
   * @param length how many
   */
  public void update(byte[] bytes, int offset, int length) {
    digest.update(bytes, offset, length);
  }

  /**
   * The digest of everything so far; more can follow.
   *
   * @return 64 lower-case hexadecimal digits
   */
  public String hexSoFar() {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("the SHA-256 of every Java runtime can be cloned", e);
    }
  }

  /**
   * Ends the digest.
   *
   * @return 64 lower-case hexadecimal digits
   */
  public String hex() {
    return HexFormat.of().formatHex(digest.digest());
  }
}
