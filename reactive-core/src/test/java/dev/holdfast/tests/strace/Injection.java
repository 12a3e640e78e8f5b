package dev.holdfast.tests.strace;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One call that fails, without being made.
 *
 * @param call the system call
 * @param errno how it fails
 * @param number which call of its kind, from 1
 */
record Injection(String call, String errno, int number) {
  private static final Map<String, List<String>> PLAUSIBLE = plausible();

  private static Map<String, List<String>> plausible() {
    List<String> names = List.of("ENOSPC", "EDQUOT", "EROFS", "EIO");
    Map<String, List<String>> errnos = new LinkedHashMap<>();
    errnos.put("openat", List.of("EMFILE", "ENOSPC", "EDQUOT", "EROFS", "EIO"));
    errnos.put("openat2", List.of("EMFILE", "EIO"));
    errnos.put("mkdirat", names);
    errnos.put("linkat", names);
    errnos.put("renameat2", names);
    errnos.put("unlinkat", List.of("EROFS", "EIO"));
    errnos.put("write", List.of("ENOSPC", "EDQUOT", "EFBIG", "EIO"));
    errnos.put("pwrite64", List.of("ENOSPC", "EDQUOT", "EFBIG", "EIO"));
    errnos.put("ftruncate", List.of("EROFS", "EIO"));
    errnos.put("fsync", List.of("ENOSPC", "EDQUOT", "EROFS", "EIO"));
    errnos.put("fdatasync", List.of("ENOSPC", "EDQUOT", "EROFS", "EIO"));
    errnos.put("syncfs", List.of("ENOSPC", "EDQUOT", "EIO"));
    errnos.put("fchmod", List.of("EROFS", "EIO"));
    errnos.put("fremovexattr", List.of("EROFS", "EIO"));
    for (String look : List.of("statx", "fgetxattr", "fstatfs", "getdents64", "pread64")) {
      errnos.put(look, List.of("EIO"));
    }
    errnos.put("fcntl", List.of("EIO"));
    return errnos;
  }

  /** Every call that a port makes and that can fail. */
  static List<String> calls() {
    return List.copyOf(PLAUSIBLE.keySet());
  }

  /** Every plausible failure of the first so many calls of a kind. */
  static List<Injection> of(String call, int most) {
    List<Injection> all = new ArrayList<>();
    for (int number = 1; number <= most; number++) {
      for (String errno : PLAUSIBLE.get(call)) {
        all.add(new Injection(call, errno, number));
      }
    }
    return all;
  }

  /** Whether a change that succeeds all the same says what is not so. */
  boolean mustBeTold() {
    return call.equals("fsync") || call.equals("fdatasync");
  }

  /** As the tracer understands it. */
  String option() {
    return call + ":error=" + errno + ":when=" + number;
  }

  @Override
  public String toString() {
    return call + " " + number + " " + errno;
  }
}
