package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names in staging, which carry the facts that recovery decides by:
 *
 * <ul>
 *   <li>{@code n-<random>}: only ever ours; recovery deletes it.
 *   <li>{@code x-<operation>-<our inode>-<expected inode>.<size>.<mtime>[-<key>]}: takes part in an
 *       exchange or a removal. If the object under it is our inode, the operation did not commit;
 *       if it has the expected identity, it did, and the object is the predecessor, to be kept
 *       among the older versions of the file with that key, or else deleted; anything else is
 *       foreign.
 *   <li>{@code i-<operation>}: an {@link Intent}, the note that belongs to it.
 *   <li>{@code y-…}: the same as {@code x-…}, but what we put in its place is a file that had a
 *       name of its own. If that one is under it, the operation did not commit, and it goes home.
 *   <li>{@code h-<operation>}: a {@link Handover}, the note that belongs to that.
 * </ul>
 */
final class StagedName {
  private static final String FRESH = "n-";

  private static final String INTENT = "i-";

  private static final String BORROWED = "y-";

  private static final String HANDOVER = "h-";

  private static final Pattern CROSSING =
      Pattern.compile("[xy]-([0-9a-f]{32})-(\\d+)-(\\d+)\\.(\\d+)\\.(-?\\d+)(?:-([0-9a-f]{64}))?");

  private StagedName() {}

  static Name fresh(String random) {
    return Name.of(FRESH + random);
  }

  static boolean isFresh(Name name) {
    return name.toString().startsWith(FRESH);
  }

  /**
   * The name for an object that leaves a canonical name.
   *
   * @param operation a random number
   * @param ourInode the inode that we put in its place, 0 if none
   * @param expected the object that is expected to leave
   * @param key under which it is to be kept, or null if it is not
   */
  static Name crossing(String operation, long ourInode, Stat expected, @Nullable String key) {
    return Name.of(
        "x-"
            + operation
            + "-"
            + Long.toUnsignedString(ourInode)
            + "-"
            + Long.toUnsignedString(expected.ino())
            + "."
            + expected.size()
            + "."
            + expected.mtimeNs()
            + (key == null ? "" : "-" + key));
  }

  /** The same for an object whose place is taken by a file that has a name of its own. */
  static Name borrowed(String operation, long ourInode, Stat expected, @Nullable String key) {
    String crossing = crossing(operation, ourInode, expected, key).toString();
    return Name.of(BORROWED + crossing.substring(BORROWED.length()));
  }

  /** Whether what is ours under a crossing name has a name of its own to go home to. */
  static boolean isBorrowed(Name crossing) {
    return crossing.toString().startsWith(BORROWED);
  }

  /** The name of the note that belongs to a crossing. */
  static Name intent(String operation) {
    return Name.of(INTENT + operation);
  }

  static boolean isNote(Name name) {
    return name.toString().startsWith(INTENT) || isHandover(name);
  }

  static Name handover(String operation) {
    return Name.of(HANDOVER + operation);
  }

  static boolean isHandover(Name name) {
    return name.toString().startsWith(HANDOVER);
  }

  /** The name of the note that belongs to an object; empty if its name is not a crossing one. */
  static Optional<Name> noteOf(Name crossing) {
    Matcher facts = CROSSING.matcher(crossing.toString());
    if (!facts.matches()) {
      return Optional.empty();
    }
    String operation = facts.group(1);
    return Optional.of(isBorrowed(crossing) ? handover(operation) : intent(operation));
  }

  /** What an object under a crossing name is. */
  enum Crossed {
    /** Ours, on its way in. */
    OURS,
    /** What was expected, on its way out. */
    EXPECTED,
    /** Somebody else's, or nobody knows. */
    FOREIGN
  }

  /**
   * Tells what an object under a name is.
   *
   * @param name the name, of any kind
   * @param object the object's attributes
   */
  static Crossed crossed(Name name, Stat object) {
    Matcher facts = CROSSING.matcher(name.toString());
    if (!facts.matches()) {
      return Crossed.FOREIGN;
    }
    // Compared as text, so that a number of any size is a number that does not fit.
    String inode = Long.toUnsignedString(object.ino());
    if (!facts.group(2).equals("0") && facts.group(2).equals(inode)) {
      return Crossed.OURS;
    }
    boolean isExpected =
        facts.group(3).equals(inode)
            && facts.group(4).equals(Long.toString(object.size()))
            && facts.group(5).equals(Long.toString(object.mtimeNs()));
    return isExpected ? Crossed.EXPECTED : Crossed.FOREIGN;
  }

  /** Under which key what was expected is to be kept; empty if it is not. */
  static Optional<String> keyOf(Name crossing) {
    Matcher facts = CROSSING.matcher(crossing.toString());
    return facts.matches() ? Optional.ofNullable(facts.group(6)) : Optional.empty();
  }
}
