package dev.holdfast.examples;

/** What is there is not what was published. */
final class MismatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  MismatchException(String message) {
    super(message);
  }

  static void check(boolean asExpected, String message) {
    if (!asExpected) {
      throw new MismatchException(message);
    }
  }
}
