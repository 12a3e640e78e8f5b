package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.RequestException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** The two ways in which an operation fails. */
final class Failures {
  private Failures() {}

  static RequestException request(ErrorCode code, ThrowingCallable operation) {
    Throwable thrown = catchThrowable(operation);
    assertThat(thrown).isInstanceOf(RequestException.class);
    RequestException failure = (RequestException) thrown;
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    return failure;
  }

  static MutationException change(ErrorCode code, State state, ThrowingCallable operation) {
    MutationException failure = change(operation);
    assertThat(failure.code()).as(failure.getMessage()).isEqualTo(code);
    assertThat(failure.mutation().state()).as(failure.getMessage()).isEqualTo(state);
    return failure;
  }

  static MutationException change(ThrowingCallable operation) {
    Throwable thrown = catchThrowable(operation);
    assertThat(thrown).isInstanceOf(MutationException.class);
    return (MutationException) thrown;
  }

  static MutationOutcome notCommitted(ErrorCode code, ThrowingCallable operation) {
    return change(code, State.NOT_COMMITTED, operation).mutation();
  }
}
