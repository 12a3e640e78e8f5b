package dev.holdfast.internal.engine.stream;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What the content of a stream has to be.
 *
 * @param maxSize the most bytes that it may have
 * @param size how many bytes it has, or null if that is not known before
 * @param sha256 its digest in lower-case hexadecimal, or null if that is not known before
 */
public record ContentRule(long maxSize, @Nullable Long size, @Nullable String sha256) {

  /**
   * Checks that there may be so much, before it is written.
   *
   * @param length how many bytes there would be
   * @throws Problem {@link ErrorCode#TOO_LARGE} or {@link ErrorCode#CONTENT_MISMATCH}
   */
  void admit(long length) throws Problem {
    if (size != null && length > size) {
      throw new Problem(
          ErrorCode.CONTENT_MISMATCH, "expected " + size + " bytes, found more than that");
    }
    if (length > maxSize) {
      throw new Problem(
          ErrorCode.TOO_LARGE, "expected at most " + maxSize + " bytes, found more than that");
    }
  }

  /**
   * Checks the whole content.
   *
   * @param length how many bytes there are
   * @param digest their digest in lower-case hexadecimal
   * @throws Problem {@link ErrorCode#CONTENT_MISMATCH} if it is not the announced one
   */
  void check(long length, String digest) throws Problem {
    if (size != null && length != size) {
      throw new Problem(ErrorCode.CONTENT_MISMATCH, "expected " + size + " bytes, found " + length);
    }
    checkDigest(digest);
  }

  /**
   * Checks the digest of the whole content.
   *
   * @param digest the digest in lower-case hexadecimal
   * @throws Problem {@link ErrorCode#CONTENT_MISMATCH} if it is not the announced one
   */
  public void checkDigest(String digest) throws Problem {
    if (sha256 != null && !digest.equals(sha256)) {
      throw new Problem(
          ErrorCode.CONTENT_MISMATCH, "expected the SHA-256 " + sha256 + ", found " + digest);
    }
  }
}
