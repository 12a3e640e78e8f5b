package dev.holdfast.tests.preload;

/**
 * The time in which an operation runs under its conditions, calls count, and the chosen one meets
 * with its fault.
 */
final class Armed implements AutoCloseable {
  private final int umask;

  /**
   * Begins.
   *
   * @param operation whose conditions hold
   * @param number which call is chosen, from 1; 0 for none
   * @param action what happens to it
   * @param errno the error that it reports, if it fails
   */
  Armed(Operation operation, long number, Action action, int errno) {
    umask = Shim.umask(operation.umask());
    Shim.holdfast_pretend_old_kernel(operation.isOnOldKernel() ? 1 : 0);
    Shim.holdfast_arm(number, action.ordinal(), errno);
  }

  @Override
  public void close() {
    Shim.holdfast_disarm();
    Shim.holdfast_pretend_old_kernel(0);
    int ignored = Shim.umask(umask);
  }
}
