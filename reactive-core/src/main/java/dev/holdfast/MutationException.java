package dev.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A change that did not end as asked for; {@link #mutation()} says what happened to the data. */
public final class MutationException extends StoreException {
  private static final long serialVersionUID = 1L;

  /** What happened to the data. */
  private final MutationOutcome outcome;

  /**
   * A failed change.
   *
   * @param code what went wrong
   * @param message expected, found, what to do
   * @param path the path within the store
   * @param outcome what happened to the data
   * @param cause the failure behind it, or null
   * @throws IllegalArgumentException if the outcome is that of a change that ended as asked for
   */
  public MutationException(
      ErrorCode code,
      String message,
      String path,
      MutationOutcome outcome,
      @Nullable Throwable cause) {
    super(code, message, path, outcome.errno(), cause);
    if (outcome.reason() == MutationOutcome.Reason.NONE) {
      throw new IllegalArgumentException("a completed change is no failure: " + outcome);
    }
    this.outcome = outcome;
  }

  /**
   * What happened to the data.
   *
   * @return the outcome, never a complete one
   */
  public MutationOutcome mutation() {
    return outcome;
  }

  @Override
  public Optional<MutationOutcome> outcome() {
    return Optional.of(outcome);
  }
}
