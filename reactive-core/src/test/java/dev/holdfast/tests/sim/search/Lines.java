package dev.holdfast.tests.sim.search;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.ArrayList;
import java.util.List;

/** What a file of lines must hold, by what was said about it. */
final class Lines {
  private final AppendHistory history;

  /** Whether the power went off since: only what was durable counts, and the rest can be torn. */
  private final boolean afterPowerCut;

  /** Whether others append without locks: what was torn stays, ended with a newline. */
  private final boolean foreign;

  /** What was acknowledged before this counts; for readers, when they began. */
  private final int until;

  Lines(AppendHistory history, boolean afterPowerCut, boolean foreign, int until) {
    this.history = history;
    this.afterPowerCut = afterPowerCut;
    this.foreign = foreign;
    this.until = until;
  }

  /**
   * Checks a content.
   *
   * @param bytes the content, empty if nothing is there
   * @param inode the file, 0 if that does not matter
   * @param mayBeTorn whether there may be something behind the last newline
   */
  void check(byte[] bytes, long inode, boolean mayBeTorn) {
    String content = new String(bytes, US_ASCII);
    List<Writing> found = new ArrayList<>();
    for (Writing writing : history.all()) {
      if (!writing.line.isEmpty() && check(writing, content, inode)) {
        found.add(writing);
      }
    }
    checkOrder(found, content);
    if (!afterPowerCut) {
      checkNothingElse(content, mayBeTorn);
    }
  }

  /** Whether it is there, once; throws if that is wrong. */
  private boolean check(Writing writing, String content, long inode) {
    if (writing.inPieces) {
      checkPieces(writing, content);
      return false;
    }
    int at = content.indexOf(writing.line);
    boolean there = at >= 0;
    if (there && content.indexOf(writing.line, at + 1) >= 0) {
      throw new Violation("every record is there once", writing + " is there twice");
    }
    if (there && !writing.mayHaveHappened()) {
      throw new Violation("what was not committed is not there", writing + " is there");
    }
    if (!there && isDue(writing) && !mayBeDropped(writing)) {
      throw new Violation("acknowledged records stay", writing + " is not there");
    }
    if (there
        && at > 0
        && content.charAt(at - 1) != '\n'
        && isDue(writing)
        && mustBeLine(writing)) {
      throw new Violation("records never mix", writing + " begins in the middle of a line");
    }
    if (there && isDue(writing) && writing.offset >= 0 && writing.inode == inode) {
      if (!content.startsWith(writing.line, (int) writing.offset)) {
        throw new Violation("receipts are right", writing + " is at " + at);
      }
    }
    if (there && isDropped(writing)) {
      throw new Violation("what was removed is gone", writing + " is there again");
    }
    return there;
  }

  /** What somebody else was told to be written is all there, if not in one piece. */
  private void checkPieces(Writing writing, String content) {
    if (!afterPowerCut && writing.hasHappened() && writing.end < until && !mayBeDropped(writing)) {
      for (int from = 0; from < writing.line.length(); from += 25) {
        String piece = writing.line.substring(from, Math.min(writing.line.length(), from + 25));
        if (!content.contains(piece)) {
          throw new Violation("nothing of somebody else is cut off", writing + " lacks " + piece);
        }
      }
    }
  }

  private boolean mustBeLine(Writing writing) {
    return !inPieces() && !writing.isStrangers();
  }

  private boolean inPieces() {
    return history.all().stream().anyMatch(writing -> writing.inPieces);
  }

  private boolean isDue(Writing writing) {
    return writing.end < until
        && (afterPowerCut ? writing.said == Said.DONE && writing.durable : writing.hasHappened());
  }

  private boolean mayBeDropped(Writing writing) {
    return history.all().stream()
        .anyMatch(
            other ->
                other != writing
                    && other.drops()
                    && other.mayHaveHappened()
                    && other.end > writing.begin);
  }

  private boolean isDropped(Writing writing) {
    return writing.end < Integer.MAX_VALUE
        && history.all().stream()
            .anyMatch(
                other ->
                    other != writing && other.drops() && isDue(other) && other.begin > writing.end);
  }

  private void checkOrder(List<Writing> found, String content) {
    for (Writing first : found) {
      for (Writing second : found) {
        if (first.end < second.begin
            && isDue(first)
            && isDue(second)
            && content.indexOf(first.line) > content.indexOf(second.line)) {
          throw new Violation("records are in order", second + " is before " + first);
        }
      }
    }
  }

  private void checkNothingElse(String content, boolean mayBeTorn) {
    int begin = 0;
    for (int end = content.indexOf('\n'); end >= 0; end = content.indexOf('\n', begin)) {
      String line = content.substring(begin, end + 1);
      begin = end + 1;
      if (!isKnown(line) && !(foreign && isTorn(line))) {
        throw new Violation("nothing partial is visible", "the line " + line.trim());
      }
    }
    if (begin < content.length() && !(mayBeTorn && isPart(content.substring(begin)))) {
      throw new Violation(
          "nothing partial is visible", "behind the last newline " + content.substring(begin));
    }
  }

  private boolean isKnown(String line) {
    return history.all().stream().anyMatch(writing -> writing.line.equals(line));
  }

  /** Of a process that was killed, or did not know, or of several that write in pieces. */
  private boolean isTorn(String line) {
    boolean glued = // a stranger does not look what is in front of its record
        history.all().stream()
            .filter(writing -> writing.isStrangers() && line.endsWith(writing.line))
            .anyMatch(w -> isPart(line.substring(0, line.length() - w.line.length())));
    return glued || inPieces() || line.equals("\n") || isPart(line.substring(0, line.length() - 1));
  }

  private boolean isPart(String text) {
    return inPieces()
        || history.all().stream()
            .anyMatch(
                writing ->
                    (writing.said == Said.NOTHING || writing.said == Said.UNKNOWN)
                        && writing.line.startsWith(text));
  }
}
