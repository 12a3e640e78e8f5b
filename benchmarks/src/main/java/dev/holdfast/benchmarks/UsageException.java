package dev.holdfast.benchmarks;

/** The arguments of the program make no sense. */
final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** A complaint. */
  UsageException(String message) {
    super(message);
  }
}
