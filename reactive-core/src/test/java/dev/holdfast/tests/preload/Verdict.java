package dev.holdfast.tests.preload;

import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.RequestException;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Whether an operation that met with a fault told the truth. */
final class Verdict {
  private static final Set<Primitive> LOOK_ONCE =
      EnumSet.of(Primitive.WRITE_APPEND, Primitive.RENAMEAT2_EXCHANGE);

  private Verdict() {}

  /** What is not true about the answer, or an empty text. */
  static String on(
      Operation operation, Change change, String call, Throwable failure, Content found) {
    Throwable thrown = BatchFailure.toldTo(change, failure);
    if (thrown == null) {
      return found == change.after() ? "" : "succeeded, and " + change.path() + " is " + found;
    }
    if (operation == Operation.CLOSE) {
      return "closing failed: " + thrown;
    }
    if (operation.isMutation()) {
      return thrown instanceof MutationException e
          ? onOutcome(change, call, e.mutation(), found)
          : "unexpected: " + thrown;
    }
    return thrown instanceof RequestException ? "" : "unexpected: " + thrown;
  }

  /**
   * What an operation may not answer after this fault, or an empty text.
   *
   * @param later the calls that it made after that
   */
  static String onFault(
      Operation operation, String call, Fault fault, Throwable thrown, List<String> later) {
    if (thrown != null) {
      return fault.isHarmless() ? "failed: " + thrown : "";
    }
    boolean mayGoOn =
        switch (fault.error()) {
          case EINTR -> true; // repeated on a local file system
          case EROFS -> operation.opens(); // a directory above the root that we may not sync
          default -> false;
        };
    boolean mustFail =
        switch (call) {
          case "fsync", "fdatasync" -> true;
          // Then each file is synced, and the directory as always.
          case "syncfs" -> Collections.frequency(later, "fsync") <= operation.changes.size();
          default -> false;
        };
    return mustFail && !mayGoOn ? "succeeded although a sync failed" : "";
  }

  private static String onOutcome(
      Change change, String call, MutationOutcome outcome, Content found) {
    boolean holds =
        switch (outcome.state()) {
          // A directory that was made stays, since others may rely on it, and is told.
          case NOT_COMMITTED ->
              change.isUndone(found)
                  || (found == Content.DIRECTORY && outcome.residue().contains(change.path()));
          case COMMITTED -> found == change.after();
          // Whatever one call answered, those after it answer what is so: one fault is not enough.
          // But an append looks only once whether the name still leads to what it has written, and
          // an exchange only once at what came out.
          case UNKNOWN ->
              LOOK_ONCE.contains(outcome.primitive())
                  && outcome.phase() == Phase.VERIFY
                  && call.equals("statx")
                  && found == change.after();
        };
    return holds ? "" : "said " + outcome.state() + ", and " + change.path() + " is " + found;
  }
}
