package dev.holdfast.stream;

import java.util.Locale;
import java.util.regex.Pattern;

/** What options accept. */
final class Limits {
  private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

  private Limits() {}

  static long notNegative(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 0 or more");
    }
    return value;
  }

  static int positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + ", expected 1 or more");
    }
    return value;
  }

  static String sha256(String digest) {
    String lower = digest.toLowerCase(Locale.ROOT);
    if (!SHA_256.matcher(lower).matches()) {
      throw new IllegalArgumentException(
          "expectedSha256 is '" + digest + "', expected 64 hexadecimal digits");
    }
    return lower;
  }
}
