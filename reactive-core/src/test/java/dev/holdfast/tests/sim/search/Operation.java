package dev.holdfast.tests.sim.search;

import java.util.Objects;

/** One operation of one process: what it was asked for, and what it said. */
final class Operation {
  /** What it is. */
  enum Kind {
    PUBLISH,
    REPLACE,
    COMPARE_AND_REPLACE,
    REMOVE,
    REMOVE_EXPECTED,
    MOVE,
    REPLACE_FROM,
    DETACH,
    ATTACH,
    READ,
    ENSURE_DIRECTORY,
    VERIFY_TREE,
    REPAIR
  }

  /** What is known of its effect from what it said. */
  enum Said {
    /** Nothing yet, or nothing any more: the process died. */
    NOTHING,
    /** It was done, and survives what it was to survive. */
    DONE,
    /** It was done; whether it survives a power cut is not known. */
    DONE_NOT_PROVEN,
    /** Nothing was changed, since something was there, or nothing. */
    REFUSED,
    /** Nothing was changed. */
    NOT_DONE,
    /** It is not known whether something was changed. */
    UNKNOWN
  }

  final Kind kind;
  final String path;

  /** What it writes, or has read; 0 for nothing. */
  int content;

  /** Whether it was to survive a power cut. */
  final boolean durable;

  final int begin;
  int end = Integer.MAX_VALUE;
  Said said = Said.NOTHING;

  /** Of a replace: whether it said that nothing had been there. */
  Boolean created;

  /** Of a repair: whether it said that everything is right now. */
  boolean repaired;

  /** Of an operation with an expectation: the content that it had read before. */
  int expected;

  /** For transcripts. */
  final String who;

  String text = "nothing";

  Operation(String who, Kind kind, String path, int content, boolean durable, int begin) {
    this.who = who;
    this.kind = kind;
    this.path = path;
    this.content = content;
    this.durable = durable;
    this.begin = begin;
  }

  boolean changesContent() {
    return switch (kind) {
      case READ, ENSURE_DIRECTORY, VERIFY_TREE, REPAIR -> false;
      default -> true;
    };
  }

  /** The content of its path if it was the last one to change it. */
  int leaves() {
    return kind == Kind.REMOVE || kind == Kind.REMOVE_EXPECTED ? History.ABSENT : content;
  }

  boolean mayHaveHappened() {
    return said != Said.REFUSED && said != Said.NOT_DONE;
  }

  boolean hasHappened() {
    return said == Said.DONE || said == Said.DONE_NOT_PROVEN;
  }

  boolean survives() {
    return said == Said.DONE && durable;
  }

  int detail() {
    return Objects.hash(kind, path, content, durable, said, created, expected, repaired);
  }

  @Override
  public String toString() {
    return who + ": " + kind + " " + path + (content > 0 ? " #" + content : "") + " said " + text;
  }
}
