package dev.holdfast.internal.sys.linux;

import org.jspecify.annotations.Nullable;

/**
 * Who is who in a user namespace: owners that it does not map are all shown as one and the same
 * uid, the overflow uid (user_namespaces(7)).
 */
final class UserNamespace {
  /** The uid that is shown; a number. */
  static final String OVERFLOW = "/proc/sys/kernel/overflowuid";

  /** Which uids exist here: lines of first uid here, first uid outside, how many. */
  static final String MAP = "/proc/self/uid_map";

  private UserNamespace() {}

  /**
   * Whether a uid is the overflow uid and nobody here really has it.
   *
   * @param uid a uid, unsigned
   * @param overflow what is in {@link #OVERFLOW}, or null if it cannot be read
   * @param map what is in {@link #MAP}, or null if it cannot be read
   */
  static boolean standsForUnmapped(int uid, @Nullable String overflow, @Nullable String map) {
    return overflow != null
        && map != null
        && overflow.strip().equals(Integer.toUnsignedString(uid))
        && map.lines().noneMatch(line -> contains(line, Integer.toUnsignedLong(uid)));
  }

  private static boolean contains(String line, long uid) {
    String[] fields = line.strip().split("\\s+", -1);
    if (fields.length != 3) {
      return false;
    }
    long first = Long.parseLong(fields[0]);
    return first <= uid && uid < first + Long.parseLong(fields[2]);
  }
}
