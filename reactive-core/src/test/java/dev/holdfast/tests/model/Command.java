package dev.holdfast.tests.model;

import dev.holdfast.ErrorCode;
import dev.holdfast.Framing;
import java.util.List;
import java.util.Optional;

/** One step of a sequence. */
sealed interface Command {

  /** A change of one file: what it makes of what is there. */
  sealed interface Change extends Command {
    String path();

    /** Why it changes nothing, if it has to be refused. */
    default Optional<ErrorCode> refusal(Held before) {
      return Optional.empty();
    }

    /** What is there afterwards, unless it is refused. */
    Held after(Held before);

    /** What is there when what a crash had left of a record is taken away. */
    default Held repaired(Held before) {
      return before;
    }

    /** Whether that can be there if the process dies on the way. */
    default boolean canLeave(Held before, Held found) {
      return found.equals(before) || found.equals(after(before));
    }

    /** Whether the file grows where it is. */
    default boolean grows() {
      return false;
    }
  }

  /** Makes a new file. */
  record Publish(String path, int content) implements Change {
    @Override
    public Optional<ErrorCode> refusal(Held before) {
      return before.isThere() ? Optional.of(ErrorCode.DESTINATION_CONFLICT) : Optional.empty();
    }

    @Override
    public Held after(Held before) {
      return Held.content(path, content);
    }
  }

  /** Makes a file or replaces it. */
  record Replace(String path, int content) implements Change {
    @Override
    public Held after(Held before) {
      return Held.content(path, content);
    }
  }

  /** Does one of the two with content that comes in pieces; breaks off unless it is complete. */
  record Stream(Change whole, int pieces, boolean complete) implements Change {
    @Override
    public String path() {
      return whole.path();
    }

    @Override
    public Optional<ErrorCode> refusal(Held before) {
      return complete ? whole.refusal(before) : Optional.of(ErrorCode.STREAM_ABANDONED);
    }

    @Override
    public Held after(Held before) {
      return whole.after(before);
    }
  }

  /** Removes a file. */
  record Remove(String path) implements Change {
    @Override
    public Optional<ErrorCode> refusal(Held before) {
      return before.isThere() ? Optional.empty() : Optional.of(ErrorCode.NOT_FOUND);
    }

    @Override
    public Held after(Held before) {
      return Held.NOTHING;
    }
  }

  /** Appends a record, and makes the file if it is missing. */
  record Append(String path, int record) implements Change {
    @Override
    public Held after(Held before) {
      return before.with(path, Held.record(path, record));
    }

    @Override
    public boolean canLeave(Held before, Held found) {
      return Change.super.canLeave(before, found)
          || (before.isThere()
              && repaired(before).isBeginningOf(found)
              && found.isBeginningOf(after(before)));
    }

    @Override
    public Held repaired(Held before) {
      return Framing.of(path) == Framing.LINES ? before.wholeLines() : before;
    }

    @Override
    public boolean grows() {
      return true;
    }
  }

  /** Appends a record to the file that was read before, or to another one than that. */
  record AppendExpected(Append append, boolean isThatFile) implements Change {
    @Override
    public String path() {
      return append.path();
    }

    @Override
    public Optional<ErrorCode> refusal(Held before) {
      if (!before.isThere()) {
        return Optional.of(ErrorCode.NOT_FOUND);
      }
      return isThatFile ? Optional.empty() : Optional.of(ErrorCode.IDENTITY_MISMATCH);
    }

    @Override
    public Held after(Held before) {
      return append.after(before);
    }

    @Override
    public Held repaired(Held before) {
      return append.repaired(before);
    }

    @Override
    public boolean canLeave(Held before, Held found) {
      return append.canLeave(before, found);
    }

    @Override
    public boolean grows() {
      return true;
    }
  }

  /** Publishes and replaces different files together. */
  record Batch(List<Change> changes, boolean syncsFileSystem) implements Command {}

  /** Makes a directory. */
  record EnsureDirectory(String path) implements Command {}

  /** Closes the store and opens it in a new process. */
  record Reopen() implements Command {}

  /** The process is killed between two commands; a new one opens the store. */
  record Kill() implements Command {}

  /** The power goes off between two commands; where that cannot be, the process is killed. */
  record CutPower(long seed) implements Command {}

  /** The process is killed after so many calls of a command, or after the command. */
  record KillDuring(Command command, int calls) implements Command {}

  /** The process is killed in the middle of writing a record; where that cannot be, afterwards. */
  record KillInRecord(Append append, int bytes) implements Command {}
}
