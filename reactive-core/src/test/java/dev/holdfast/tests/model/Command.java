package dev.holdfast.tests.model;

/** One step of a sequence. */
sealed interface Command {
  /** Makes a new file. */
  record Publish(String path, int content) implements Command {}

  /** Makes a file or replaces it. */
  record Replace(String path, int content) implements Command {}

  /** Removes a file. */
  record Remove(String path) implements Command {}

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
}
