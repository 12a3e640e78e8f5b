package dev.holdfast.internal.sys.linux;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A kernel's version, for what changed without a call or a flag that could be tried.
 *
 * @param major the first number
 * @param minor the second number
 */
record KernelVersion(int major, int minor) {
  private static final Pattern BEGINNING = Pattern.compile("(\\d{1,4})\\.(\\d{1,4}).*");

  /** That of the running kernel, as Java read it from uname(2). */
  static KernelVersion running() {
    return parse(System.getProperty("os.version", ""));
  }

  /** A release such as {@code 6.1.0-13-amd64}; what cannot be read is as old as can be. */
  static KernelVersion parse(String release) {
    Matcher numbers = BEGINNING.matcher(release);
    return numbers.matches()
        ? new KernelVersion(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))
        : new KernelVersion(0, 0);
  }

  boolean isAtLeast(int otherMajor, int otherMinor) {
    return major > otherMajor || (major == otherMajor && minor >= otherMinor);
  }
}
