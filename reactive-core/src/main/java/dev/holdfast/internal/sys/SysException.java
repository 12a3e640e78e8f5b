package dev.holdfast.internal.sys;

import java.util.Locale;

/**
 * A system call that failed. It has no stack trace: many failures are ordinary answers, and the
 * call's name says where it came from.
 */
public final class SysException extends Exception {
  private static final long serialVersionUID = 1L;

  private final Errno errno;
  private final int number;
  private final String call;

  /**
   * A failure.
   *
   * @param errno what went wrong
   * @param number the error number as the system gave it
   * @param call the name of the call
   */
  public SysException(Errno errno, int number, String call) {
    super(null, null, false, false);
    this.errno = errno;
    this.number = number;
    this.call = call;
  }

  /**
   * The call, the error and what it means: the message, which is never missing.
   *
   * @return for example {@code linkat: EEXIST (exists already)}
   */
  public String describe() {
    return call
        + ": "
        + (errno == Errno.OTHER ? "error " + number : errno + " (" + errno.meaning() + ")");
  }

  /** Put together only when somebody asks: most failures are answers that nobody reads. */
  @Override
  public String getMessage() {
    return describe();
  }

  /**
   * What went wrong.
   *
   * @return the error's name
   */
  public Errno errno() {
    return errno;
  }

  /**
   * The error number as the system gave it.
   *
   * @return for example 17
   */
  public int number() {
    return number;
  }

  /**
   * The call that failed.
   *
   * @return for example {@code linkat}
   */
  public String call() {
    return call;
  }

  /**
   * Whether it was a sync that failed.
   *
   * @return true if durability is what is in doubt
   */
  public boolean isSync() {
    return call.toLowerCase(Locale.ROOT).contains("sync");
  }
}
