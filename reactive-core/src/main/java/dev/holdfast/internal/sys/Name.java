package dev.holdfast.internal.sys;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * One component of a path, as the bytes that the directory holds: 1 to 255 of them, without a slash
 * or a zero byte, neither {@code .} nor {@code ..}. Bytes, not characters: the Java runtime's own
 * file names depend on the locale, these do not. Ordered by unsigned bytes.
 */
public final class Name implements Comparable<Name> {
  /** The most bytes that a name can have (NAME_MAX of Linux). */
  public static final int MAX_BYTES = 255;

  private final byte[] terminated;

  private Name(byte[] terminated) {
    this.terminated = terminated;
  }

  /**
   * A name from text.
   *
   * @param text the characters, encoded as UTF-8
   * @return the name
   * @throws IllegalArgumentException saying which rule the text breaks
   */
  public static Name of(String text) {
    ByteBuffer encoded;
    try {
      encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("has characters that UTF-8 cannot express", e);
    }
    byte[] bytes = new byte[encoded.remaining()];
    encoded.get(bytes);
    return of(bytes);
  }

  /**
   * A name from bytes, in any encoding.
   *
   * @param bytes the bytes, without a terminator; copied
   * @return the name
   * @throws IllegalArgumentException saying which rule the bytes break
   */
  public static Name of(byte[] bytes) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("is empty");
    }
    if (bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException("has " + bytes.length + " bytes, more than " + MAX_BYTES);
    }
    for (byte b : bytes) {
      if (b == '/') {
        throw new IllegalArgumentException("has a slash");
      }
      if (b == 0) {
        throw new IllegalArgumentException("has a zero byte");
      }
    }
    if (bytes[0] == '.' && (bytes.length == 1 || (bytes.length == 2 && bytes[1] == '.'))) {
      throw new IllegalArgumentException("is \".\" or \"..\"");
    }
    return new Name(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /**
   * The bytes followed by a zero, as C wants them. Shared, not copied: callers must not change it.
   *
   * @return the terminated bytes
   */
  public byte[] terminated() {
    return terminated;
  }

  /**
   * How many bytes the name has.
   *
   * @return 1 to 255
   */
  public int length() {
    return terminated.length - 1;
  }

  /**
   * The name as text, if its bytes are UTF-8.
   *
   * @return the text, or empty
   */
  public Optional<String> text() {
    try {
      return Optional.of(
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(terminated, 0, length()))
              .toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  @Override
  public int compareTo(Name other) {
    return Arrays.compareUnsigned(terminated, other.terminated);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Name name && Arrays.equals(terminated, name.terminated);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(terminated);
  }

  /** The text, or the bytes with the unprintable ones escaped as {@code \xNN}, for messages. */
  @Override
  public String toString() {
    return text()
        .orElseGet(
            () -> {
              StringBuilder out = new StringBuilder();
              for (int i = 0; i < length(); i++) {
                byte b = terminated[i];
                out.append(
                    b >= 0x20 && b < 0x7f
                        ? String.valueOf((char) b)
                        : String.format("\\x%02x", b & 0xff));
              }
              return out.toString();
            });
  }
}
