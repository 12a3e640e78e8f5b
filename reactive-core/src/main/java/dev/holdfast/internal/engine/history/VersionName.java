package dev.holdfast.internal.engine.history;

import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of an older version, which carries all that deciding about it takes: {@code
 * <key>-<number>-<size>}.
 *
 * @param key whose version it is, see {@link #keyOf}
 * @param number when it was replaced, in milliseconds since 1970; one more than the one before
 *     where that would not be larger
 * @param size how many bytes it has
 */
record VersionName(String key, long number, long size) {
  private static final Pattern FORM = Pattern.compile("([0-9a-f]{64})-([0-9]{1,18})-([0-9]{1,18})");

  /**
   * The key of a path: its SHA-256.
   *
   * @param path the path
   * @return 64 hexadecimal digits
   */
  static String keyOf(NamePath path) {
    try {
      byte[] bytes = path.terminated();
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  /** Reads a name; empty if it is none of ours. */
  static Optional<VersionName> parse(Name name) {
    Matcher parts = FORM.matcher(name.toString());
    return parts.matches()
        ? Optional.of(
            new VersionName(
                parts.group(1), Long.parseLong(parts.group(2)), Long.parseLong(parts.group(3))))
        : Optional.empty();
  }

  Name asName() {
    return Name.of(key + "-" + number + "-" + size);
  }
}
