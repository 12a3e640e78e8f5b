package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.SimGate;
import dev.holdfast.tests.sim.SimKernel;
import dev.holdfast.tests.sim.SimProcess;
import dev.holdfast.tests.sim.Survival;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/**
 * One operation, ended between each two of its calls: by a kill, and by a power cut with everything
 * that it can leave. The recovery afterwards is ended between each two of its own calls as well.
 */
final class CrashPoints {
  /** More ways than that to survive are not all tried. */
  private static final int MOST_SURVIVALS = 128;

  private static final int MOST_SURVIVALS_IN_RECOVERY = 8;

  private final Scenario scenario;
  private final UnaryOperator<Sys> port;
  private final Set<Long> left = new HashSet<>();
  private final Set<Long> leftByRecovery = new HashSet<>();
  private boolean endsRecoveries = true;
  private int points;
  private int cuts;
  private int inRecovery;

  CrashPoints(Scenario scenario, UnaryOperator<Sys> port) {
    this.scenario = scenario;
    this.port = port;
  }

  /** Lets every recovery come to its end. */
  CrashPoints withoutEndsOfRecoveries() {
    endsRecoveries = false;
    return this;
  }

  /** Between how many calls, both ends included. */
  int points() {
    return points;
  }

  /** How many states power cuts left. */
  int cuts() {
    return cuts;
  }

  /** How many ends of recoveries. */
  int inRecovery() {
    return inRecovery;
  }

  /** Tries all; throws the first violation. */
  void run(ExecutorService threads) throws InterruptedException {
    Trial trial = new Trial(scenario, port, new Schedule(List.of()), null).probedBy(this::at);
    at(trial);
    trial.run(threads);
  }

  private void at(Trial trial) {
    points++;
    if (!left.add(trial.remains())) {
      return; // a look, a lock: what is left is what the call before left
    }
    trial.killAll();
    cuts += EverySurvival.each(MOST_SURVIVALS, trial::cut);
    if (!endsRecoveries) {
      return;
    }
    recover(trial, trial.kernel().copy(), false);
    recover(trial, trial.kernel().powerCut(Survival.NOTHING), true);
    recover(trial, trial.kernel().powerCut(Survival.EVERYTHING), true);
    recover(trial, trial.kernel().powerCut(Survival.random(points)), true);
  }

  private void recover(Trial trial, SimKernel left, boolean powerCut) {
    SimGate ending =
        new SimGate() {
          @Override
          public <T> T pass(SimProcess process, SimCall call, SimCall.Effect<T> effect)
              throws SysException {
            T result = effect.run();
            end(trial, left, powerCut);
            return result;
          }
        };
    Inspection.afterCrash(left, trial.history(), trial, powerCut, ending);
  }

  private void end(Trial trial, SimKernel kernel, boolean powerCut) {
    long remains = trial.remains(kernel);
    if (!leftByRecovery.add(powerCut ? remains : ~remains)) {
      return;
    }
    inRecovery++;
    Inspection.afterCrash(kernel.copy(), trial.history(), trial, powerCut);
    inRecovery +=
        EverySurvival.each(
            MOST_SURVIVALS_IN_RECOVERY,
            survival ->
                Inspection.afterCrash(kernel.powerCut(survival), trial.history(), trial, true));
  }
}
