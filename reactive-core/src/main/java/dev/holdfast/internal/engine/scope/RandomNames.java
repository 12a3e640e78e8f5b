package dev.holdfast.internal.engine.scope;

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
    return String.format("%016x%016x", random.nextLong(), random.nextLong());
  }
}
