package dev.holdfast.tests.preload;

import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.RequestException;

/** Whether an operation that met with a fault told the truth. */
final class Verdict {
  private Verdict() {}

  /** What is not true about the answer, or an empty text. */
  static String on(Operation operation, Throwable thrown, Content found) {
    if (thrown == null) {
      return found == operation.after ? "" : "succeeded, and there is " + found;
    }
    if (operation == Operation.CLOSE) {
      return "closing failed: " + thrown;
    }
    if (operation.isMutation()) {
      return thrown instanceof MutationException e
          ? onOutcome(operation, e.mutation(), found)
          : "unexpected: " + thrown;
    }
    return thrown instanceof RequestException ? "" : "unexpected: " + thrown;
  }

  /** What an operation may not answer after this fault, or an empty text. */
  static String onFault(Operation operation, String call, Fault fault, Throwable thrown) {
    if (thrown != null) {
      return fault.isHarmless() ? "failed: " + thrown : "";
    }
    boolean mayGoOn =
        switch (fault.error()) {
          case EINTR -> true; // repeated on a local file system
          case EROFS -> operation.opens(); // a directory above the root that we may not sync
          default -> false;
        };
    return call.equals("fsync") && !mayGoOn ? "succeeded although a sync failed" : "";
  }

  private static String onOutcome(Operation operation, MutationOutcome outcome, Content found) {
    boolean holds =
        switch (outcome.state()) {
          // A directory that was made stays, since others may rely on it, and is told.
          case NOT_COMMITTED ->
              found == operation.before
                  || (found == Content.DIRECTORY && outcome.residue().contains(operation.path));
          case COMMITTED -> found == operation.after;
          // Whatever one call answered, those after it answer what is so: one fault is not enough.
          case UNKNOWN -> false;
        };
    return holds ? "" : "said " + outcome.state() + ", and there is " + found;
  }
}
