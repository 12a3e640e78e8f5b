package dev.holdfast.internal.sys;

import java.util.function.BooleanSupplier;

/** Refuses calls from threads that must never block. Asked before every call of the port. */
@FunctionalInterface
public interface ThreadGuard {

  /**
   * Returns if the current thread may block.
   *
   * @param call the call about to be made, for the message
   * @throws WrongThreadException otherwise
   */
  void check(String call);

  /**
   * A guard from a predicate.
   *
   * @param forbidden tells whether the current thread must not block
   * @return the guard
   */
  static ThreadGuard forbidding(BooleanSupplier forbidden) {
    return call -> {
      if (forbidden.getAsBoolean()) {
        throw new WrongThreadException(call);
      }
    };
  }

  /** A blocking call was about to be made on a thread that must never block: a defect of ours. */
  final class WrongThreadException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    WrongThreadException(String call) {
      super(
          call
              + " was called on thread "
              + Thread.currentThread().getName()
              + ", which must never block");
    }
  }
}
