package dev.holdfast;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * What a file has to be for an operation to act on it. An identity says which object in which
 * state, and is compared without reading the file; it is worth something as long as the store stays
 * open. A content can be expected across restarts and machines too, but the file is read to compare
 * it.
 */
public sealed interface Expectation {

  /**
   * Exactly this object in exactly this state.
   *
   * @param identity as a receipt, a snapshot or {@link ManagedStore#identify} gave it; its digest
   *     is not compared, every other field is
   */
  record Identity(FileIdentity identity) implements Expectation {
    /**
     * An expectation.
     *
     * @param identity which object in which state
     */
    public Identity {
      Objects.requireNonNull(identity, "identity");
    }
  }

  /**
   * Any object with this content.
   *
   * @param sha256 the SHA-256 in lower-case hexadecimal
   * @param size how many bytes there are
   */
  record Content(String sha256, long size) implements Expectation {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /**
     * An expectation.
     *
     * @param sha256 the SHA-256 in lower-case hexadecimal
     * @param size how many bytes there are, not negative
     * @throws IllegalArgumentException if one of the two cannot be
     */
    public Content {
      if (!DIGEST.matcher(sha256).matches()) {
        throw new IllegalArgumentException(
            "expected 64 lower-case hexadecimal digits, found '" + sha256 + "'");
      }
      if (size < 0) {
        throw new IllegalArgumentException("expected a size of at least 0, found " + size);
      }
    }
  }

  /**
   * Exactly this object in exactly this state.
   *
   * @param identity which object in which state
   * @return the expectation
   */
  static Expectation identity(FileIdentity identity) {
    return new Identity(identity);
  }

  /**
   * Any object with this content.
   *
   * @param sha256 the SHA-256 in lower-case hexadecimal
   * @param size how many bytes there are, not negative
   * @return the expectation
   * @throws IllegalArgumentException if one of the two cannot be
   */
  static Expectation content(String sha256, long size) {
    return new Content(sha256, size);
  }
}
