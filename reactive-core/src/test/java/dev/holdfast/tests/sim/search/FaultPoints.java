package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.PlausibleErrnos;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.search.Decider.Point;
import dev.holdfast.tests.sim.search.Schedule.Departure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/**
 * One operation, with each of its calls made to fail in every plausible way, before and after its
 * effect; and then, as after every run, a power cut that takes everything that was not synced.
 */
final class FaultPoints {
  private final Scenario scenario;
  private final UnaryOperator<Sys> port;
  private int runs;

  FaultPoints(Scenario scenario, UnaryOperator<Sys> port) {
    this.scenario = scenario;
    this.port = port;
  }

  int runs() {
    return runs;
  }

  /** Tries all; throws the first violation with everything about it. */
  void run(ExecutorService threads) throws InterruptedException {
    List<String> calls = calls(threads);
    for (int i = 0; i < calls.size(); i++) {
      Point point = new Point(0, i + 1);
      for (Action fault : faults(calls.get(i))) {
        Schedule schedule = new Schedule(List.of(new Departure(point, null, fault)));
        runs++;
        Violation violation =
            Report.repeat(Trial.explored(scenario, port), schedule, null, threads);
        if (violation != null) {
          throw Report.of(Trial.explored(scenario, port), schedule, violation, "none", threads);
        }
      }
    }
  }

  /** The names of the calls of the operation when nothing fails. */
  private List<String> calls(ExecutorService threads) throws InterruptedException {
    List<String> names = new ArrayList<>();
    Decider listening =
        new Decider() {
          @Override
          public int next(Point point, List<Actor> candidates, int current) {
            return Math.max(current, 0);
          }

          @Override
          public Action what(Point point, SimCall call) {
            names.add(call.name());
            return Action.GO;
          }
        };
    Violation violation = Report.repeat(Trial.explored(scenario, port), listening, null, threads);
    if (violation != null) {
      throw Report.of(
          Trial.explored(scenario, port), new Schedule(List.of()), violation, "none", threads);
    }
    return names;
  }

  private static List<Action> faults(String call) {
    List<Action> faults = new ArrayList<>();
    if (call.equals("write")) {
      faults.add(new Action.Shorten(1));
    }
    List<Errno> errnos = new ArrayList<>(PlausibleErrnos.of(call));
    errnos.removeAll(RandomDecider.ANSWERS);
    errnos.add(Errno.EINTR);
    for (Errno errno : errnos) {
      faults.add(new Action.Fail(errno, false));
      faults.add(new Action.Fail(errno, true));
    }
    return faults;
  }
}
