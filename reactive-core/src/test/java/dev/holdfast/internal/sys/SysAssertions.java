package dev.holdfast.internal.sys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on how a call failed. */
public final class SysAssertions {
  private SysAssertions() {}

  /** The call fails with exactly this error. */
  public static void assertErrno(Errno expected, ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    assertThat(thrown).isInstanceOf(SysException.class);
    assertThat(((SysException) thrown).errno()).as(thrown.getMessage()).isEqualTo(expected);
  }

  /** The call is refused since a descriptor is closed. */
  public static void assertClosed(ThrowingCallable call) {
    assertThat(catchThrowable(call)).isExactlyInstanceOf(IllegalStateException.class);
  }
}
