package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.search.Operation.Said;
import java.util.Objects;

/** One change of a file of lines: what it writes, and what was said about it. */
final class Writing {
  /** What it does to the lines that are there. */
  enum Kind {
    /** It adds one. */
    APPEND,
    /** It adds one by replacing the file with all of its lines and one more. */
    UPDATE,
    /** It replaces all of them by one. */
    REPLACE,
    /** It removes the file. */
    REMOVE
  }

  final Kind kind;
  final String who;

  /** The line it writes, with its newline; empty if it writes none. */
  final String line;

  /** Whether it was to survive a power cut. */
  final boolean durable;

  final int begin;
  int end = Integer.MAX_VALUE;
  Said said = Said.NOTHING;

  /** Where its receipt says that the line is: the inode, and the offset or -1. */
  long inode;

  long offset = -1;

  /** Whether it may be cut in pieces by others, since it is written in pieces. */
  boolean inPieces;

  private String text = "nothing";

  Writing(Kind kind, String who, String line, boolean durable, int begin) {
    this.kind = kind;
    this.who = who;
    this.line = line;
    this.durable = durable;
    this.begin = begin;
  }

  void say(Said what, String words, int clock) {
    said = what;
    text = words;
    end = clock;
  }

  /** With the moments of begin and end, of which only the order is known to others. */
  long fingerprint() {
    return Objects.hash(kind, who, line, begin, end, said, inode, offset);
  }

  boolean hasHappened() {
    return said == Said.DONE || said == Said.DONE_NOT_PROVEN;
  }

  boolean mayHaveHappened() {
    return said != Said.NOT_DONE && said != Said.REFUSED;
  }

  /** Whether it is by somebody who takes no locks. */
  boolean isStrangers() {
    return who.equals("stranger");
  }

  /** Whether it takes lines away that were there before. */
  boolean drops() {
    return kind == Kind.REPLACE || kind == Kind.REMOVE;
  }

  /** A line that says whose it is and how long it has to be. */
  static String line(int id, int length) {
    StringBuilder line = new StringBuilder("<" + id + ":" + length + ">");
    while (line.length() < length - 1) {
      line.append((char) ('a' + (id + line.length()) % 26));
    }
    return line.append('\n').toString();
  }

  @Override
  public String toString() {
    return who
        + ": "
        + kind
        + (line.isEmpty() ? "" : " " + line.substring(0, line.indexOf('>') + 1))
        + (durable ? "" : " buffered")
        + " said "
        + text
        + (offset >= 0 ? ", at " + offset + " of #" + inode : "");
  }
}
