package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Sys;
import dev.holdfast.tests.sim.SimCall;
import dev.holdfast.tests.sim.Survival;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/**
 * Every interleaving of a scenario with a bounded number of preemptions: switches away from a
 * process that could have gone on. A state that was met before, with as many preemptions left, is
 * not gone on from again: equal is what no process can tell apart, from the kernel's state, from
 * what each process was told so far, and from the order in which operations began and ended. In
 * each state of which a crash can leave something new the power is cut and everybody is killed.
 */
final class Explorer implements Decider {
  private final Explored.Maker maker;
  private final int bound;
  private final int most;
  private final Map<Long, Integer> known = new HashMap<>();
  private final Set<Long> crashed = new HashSet<>();
  private final Deque<int[]> prefixes = new ArrayDeque<>();
  private int schedules;
  private long steps;
  private int cuts;

  /** The schedule that is being run. */
  private Explored trial;

  private int[] prefix;
  private final List<Integer> choices = new ArrayList<>();
  private int preemptions;
  private boolean familiar;
  private int current;

  /**
   * An explorer.
   *
   * @param bound how many preemptions there may be
   * @param most how many schedules are enough
   */
  Explorer(Scenario scenario, UnaryOperator<Sys> port, int bound, int most) {
    this(Trial.explored(scenario, port), bound, most);
  }

  /** The same for runs of another kind. */
  Explorer(Explored.Maker maker, int bound, int most) {
    this.maker = maker;
    this.bound = bound;
    this.most = most;
  }

  int schedules() {
    return schedules;
  }

  long steps() {
    return steps;
  }

  int states() {
    return known.size();
  }

  int cuts() {
    return cuts;
  }

  /** Whether nothing within the bound was left out. */
  boolean isComplete() {
    return prefixes.isEmpty();
  }

  /** Explores; throws the first violation with everything about it. */
  void run(ExecutorService threads) throws InterruptedException {
    prefixes.push(new int[0]);
    while (!prefixes.isEmpty() && schedules < most) {
      follow(prefixes.pop(), threads);
    }
  }

  private void follow(int[] beginning, ExecutorService threads) throws InterruptedException {
    prefix = beginning;
    choices.clear();
    preemptions = 0;
    familiar = false;
    Schedule.Recorder recorder = new Schedule.Recorder(this);
    trial = maker.under(recorder, null);
    schedules++;
    try {
      trial.run(threads);
    } catch (Violation e) {
      throw Report.of(maker, recorder.schedule(), e, "none", threads);
    }
    steps += trial.steps();
    cuts += trial.cuts();
  }

  @Override
  public int next(Point point, List<Actor> candidates, int running) {
    current = running;
    if (candidates.size() == 1) {
      return 0;
    }
    int usual = Math.max(running, 0);
    int choice = choices.size() < prefix.length ? prefix[choices.size()] : usual;
    if (choices.size() >= prefix.length && !familiar) {
      familiar = !isNew();
      if (!familiar) {
        if (crashed.add(trial.remains())) {
          trial.killAll();
          trial.cut(Survival.random(schedules));
        }
        for (int other = 0; other < candidates.size(); other++) {
          int cost = running >= 0 ? 1 : 0;
          if (other != usual && preemptions + cost <= bound) {
            prefixes.push(with(other));
          }
        }
      }
    }
    preemptions += running >= 0 && choice != running ? 1 : 0;
    choices.add(choice);
    return choice;
  }

  private int[] with(int choice) {
    int[] longer = new int[choices.size() + 1];
    for (int i = 0; i < choices.size(); i++) {
      longer[i] = choices.get(i);
    }
    longer[choices.size()] = choice;
    return longer;
  }

  private boolean isNew() {
    long key = trial.state() * 31 + current;
    int left = bound - preemptions;
    Integer before = known.get(key);
    if (before != null && before >= left) {
      return false;
    }
    known.put(key, left);
    return true;
  }

  @Override
  public Action what(Point point, SimCall call) {
    return Action.GO;
  }
}
