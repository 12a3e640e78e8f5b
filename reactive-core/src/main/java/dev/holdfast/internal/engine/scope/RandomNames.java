package dev.holdfast.internal.engine.scope;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/** Names that nobody else makes: 128 random bits in hexadecimal. */
public final class RandomNames {
  private final RandomGenerator random;

  /**
   * Names from a source of randomness.
   *
   * @param random a source safe for use by several threads; a secure one in production
   */
  public RandomNames(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A new name.
   *
   * @return 32 hexadecimal digits
   */
  public String next() {
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }

  /**
   * A random number.
   *
   * @return 0 or more
   */
  public int nextInt() {
    return random.nextInt(Integer.MAX_VALUE);
  }
}
