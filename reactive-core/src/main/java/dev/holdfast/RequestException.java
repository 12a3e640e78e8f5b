package dev.holdfast;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A failure to open, look, read or list. Nothing within the store was changed. */
public final class RequestException extends StoreException {
  private static final long serialVersionUID = 1L;

  /**
   * A failed request.
   *
   * @param code what went wrong
   * @param message expected, found, what to do
   * @param path the path within the store, or null
   * @param errno the system's error number, or null
   * @param cause the failure behind it, or null
   */
  public RequestException(
      ErrorCode code,
      String message,
      @Nullable String path,
      @Nullable Integer errno,
      @Nullable Throwable cause) {
    super(code, message, path, errno, cause);
  }

  @Override
  public Optional<MutationOutcome> outcome() {
    return Optional.empty();
  }
}
