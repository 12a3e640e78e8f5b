package dev.holdfast;

import io.vertx.core.VertxException;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Any failure of a store except a programming error. Match on {@link #code()}; the message is for
 * people and says what was expected, what was found and what to do. It has no stack trace: failed
 * futures arrive where nobody called.
 *
 * <p>A failed change is a {@link MutationException} and says what happened to the data; everything
 * else is a {@link RequestException} and has changed nothing.
 */
public abstract sealed class StoreException extends VertxException
    permits MutationException, RequestException {
  private static final long serialVersionUID = 1L;

  /** What went wrong. */
  private final ErrorCode code;

  /** The path within the store, if one is concerned. */
  private final @Nullable String path;

  /** The system's error number, if there is one. */
  private final @Nullable Integer errno;

  /**
   * A failure.
   *
   * @param code what went wrong
   * @param message expected, found, what to do
   * @param path the path within the store, or null
   * @param errno the system's error number, or null
   * @param cause the failure behind it, or null
   */
  StoreException(
      ErrorCode code,
      String message,
      @Nullable String path,
      @Nullable Integer errno,
      @Nullable Throwable cause) {
    super(message, cause, true);
    this.code = code;
    this.path = path;
    this.errno = errno;
  }

  /**
   * What went wrong.
   *
   * @return the code to match on
   */
  public ErrorCode code() {
    return code;
  }

  /**
   * The path that the operation was about.
   *
   * @return the path relative to the root, or empty if it was about the store itself
   */
  public Optional<String> path() {
    return Optional.ofNullable(path);
  }

  /**
   * The error number that the operating system gave.
   *
   * @return for example 28, or empty
   */
  public OptionalInt errno() {
    return errno == null ? OptionalInt.empty() : OptionalInt.of(errno);
  }

  /**
   * What happened to the data.
   *
   * @return the outcome of a failed change; empty if no change was asked for
   */
  public abstract Optional<MutationOutcome> outcome();
}
