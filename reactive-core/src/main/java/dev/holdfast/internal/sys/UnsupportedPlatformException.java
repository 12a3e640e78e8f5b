package dev.holdfast.internal.sys;

import org.jspecify.annotations.Nullable;

/** There is no port for this system, or its native part does not work here. */
public final class UnsupportedPlatformException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * A finding.
   *
   * @param message what was expected, what was found, what to do
   */
  public UnsupportedPlatformException(String message) {
    this(message, null);
  }

  /**
   * A finding with its cause.
   *
   * @param message what was expected, what was found, what to do
   * @param cause the failure behind it
   */
  public UnsupportedPlatformException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
