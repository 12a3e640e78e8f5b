package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.SysException;

/** Stands between a process and the kernel: every call of the process comes by. */
@FunctionalInterface
public interface SimGate {

  /**
   * Lets a call through, now or later, or does not.
   *
   * @param process whose call it is
   * @param call the call
   * @param effect makes it
   * @return what the call gave
   * @throws SysException what the call gave, or a failure of the gate's own
   * @throws SimProcess.Killed if the process ends here
   */
  <T> T pass(SimProcess process, SimCall call, SimCall.Effect<T> effect) throws SysException;
}
