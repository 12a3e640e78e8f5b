package dev.holdfast.tests.sim.search;

import dev.holdfast.tests.sim.SimKernel;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the different states that a search meets, as far as memory goes. */
final class States implements Trial.Probe {
  /** Counts nothing, which is much faster. */
  static final States UNCOUNTED = new States(0);

  private final int most;
  private final Set<Long> met = ConcurrentHashMap.newKeySet();

  States(int most) {
    this.most = most;
  }

  /** How many; the limit if there were more. */
  int count() {
    return met.size();
  }

  @Override
  public void after(Trial trial) {
    if (met.size() < most) {
      met.add(of(trial));
    }
  }

  /** Equal for two states that nobody can tell apart, times left out. */
  static long of(Trial trial) {
    return of(trial.kernel(), trial.actors(), trial.history().fingerprint());
  }

  static long of(SimKernel kernel, List<Actor> actors, long history) {
    long key = kernel.fingerprint();
    for (Actor actor : actors) {
      key = key * 0x9E3779B97F4A7C15L + actor.memory;
      key = key * 31 + (actor.finished ? 1 : 0) + (actor.wakeNanos > 0 ? 2 : 0);
    }
    return key * 0x9E3779B97F4A7C15L + history;
  }
}
