package dev.holdfast.tests.preload;

import dev.holdfast.MutationException;
import java.util.Map;

/** Some changes of a batch failed. */
final class BatchFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, MutationException> failures;

  BatchFailure(Map<String, MutationException> failures) {
    super(failures.toString());
    this.failures = failures;
  }

  /** What a change of it was told, if this is one; null if that went well. */
  static Throwable toldTo(Change change, Throwable thrown) {
    return thrown instanceof BatchFailure batch ? batch.failures.get(change.path()) : thrown;
  }
}
