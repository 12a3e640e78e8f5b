package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Stat;
import java.util.List;
import java.util.Objects;

/** What calls gave, for people and for comparisons. */
final class Results {
  private Results() {}

  static String describe(Object result) {
    if (result instanceof Stat stat) {
      return stat.type().name().toLowerCase()
          + " #"
          + stat.ino()
          + String.format(" %04o", stat.mode())
          + ", "
          + stat.nlink()
          + " names, "
          + stat.size()
          + " bytes";
    }
    if (result instanceof DirStream) {
      return "a listing";
    }
    if (result instanceof List<?> entries) {
      return entries.stream()
          .map(each -> ((DirStream.Entry) each).name().toString())
          .toList()
          .toString();
    }
    return String.valueOf(result);
  }

  /** Times are left out. */
  static int fingerprint(Object result) {
    if (result instanceof Stat stat) {
      return Objects.hash(
          stat.ino(), stat.type().ordinal(), stat.mode(), stat.nlink(), stat.size());
    }
    if (result instanceof Number || result instanceof Boolean || result instanceof String) {
      return result.hashCode();
    }
    if (result instanceof Enum<?> constant) {
      return constant.ordinal() + 7;
    }
    if (result instanceof List<?> entries) {
      return entries.toString().hashCode();
    }
    return 3; // a descriptor: what it is shows when it is used
  }
}
