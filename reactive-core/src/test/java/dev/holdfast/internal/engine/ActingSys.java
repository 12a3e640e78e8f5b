package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/** Lets somebody else act at a chosen moment: right before or after certain calls. */
final class ActingSys extends InterceptingSys {
  /** What somebody else does. */
  @FunctionalInterface
  interface Act {
    void run() throws Exception;
  }

  private record Plan(String call, boolean before, int first, int last, Act act) {}

  private final List<Plan> plans = new ArrayList<>();
  private final List<String> seen = new ArrayList<>();

  ActingSys(Sys delegate) {
    super(delegate);
  }

  /** Acts before the n-th call of a name from now on, counted from 1. */
  void before(String call, int nth, Act act) {
    plan(new Plan(call, true, nth, nth, act));
  }

  /** Acts after the n-th call of a name from now on, counted from 1. */
  void after(String call, int nth, Act act) {
    plan(new Plan(call, false, nth, nth, act));
  }

  /** Acts before every call of a name from now on. */
  void beforeEach(String call, Act act) {
    plan(new Plan(call, true, 1, Integer.MAX_VALUE, act));
  }

  private void plan(Plan plan) {
    seen.clear();
    plans.add(plan);
  }

  @Override
  <T> T around(Call call, Real<T> real) throws SysException {
    seen.add(call.name());
    int nth = (int) seen.stream().filter(call.name()::equals).count();
    act(call, nth, true);
    T result = real.run();
    act(call, nth, false);
    return result;
  }

  private void act(Call call, int nth, boolean before) {
    for (Plan plan : List.copyOf(plans)) {
      if (plan.call().equals(call.name())
          && plan.before() == before
          && plan.first() <= nth
          && nth <= plan.last()) {
        try {
          plan.act().run();
        } catch (Exception e) {
          throw new AssertionError("the act failed", e);
        }
      }
    }
  }
}
