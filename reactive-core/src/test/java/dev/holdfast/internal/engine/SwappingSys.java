package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/** Does something right before one call, whichever that is. */
final class SwappingSys extends InterceptingSys {
  private int calls;
  private int at = -1;
  private ActingSys.Act act = () -> {};

  SwappingSys(Sys delegate) {
    super(delegate);
  }

  /** Acts before a call from now on, counted from 0. */
  void before(int call, ActingSys.Act action) {
    calls = 0;
    at = call;
    act = action;
  }

  /** How many calls there were since then. */
  int calls() {
    return calls;
  }

  @Override
  <T> T around(Call call, Real<T> real) throws SysException {
    if (calls++ == at) {
      try {
        act.run();
      } catch (Exception e) {
        throw new AssertionError("the act failed", e);
      }
    }
    return real.run();
  }
}
