package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Sys;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** Runs scenarios under one random schedule after the other, on as many threads as asked for. */
final class RandomSearch {
  private final List<Scenario> scenarios;
  private final UnaryOperator<Sys> port;
  private final long firstSeed;
  private final AtomicLong schedules = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong cuts = new AtomicLong();

  RandomSearch(List<Scenario> scenarios, UnaryOperator<Sys> port, long firstSeed) {
    this.scenarios = scenarios;
    this.port = port;
    this.firstSeed = firstSeed;
  }

  long schedules() {
    return schedules.get();
  }

  long steps() {
    return steps.get();
  }

  long cuts() {
    return cuts.get();
  }

  Scenario scenarioOf(long seed) {
    return scenarios.get((int) Math.floorMod(seed * 0x9E3779B97F4A7C15L >>> 33, scenarios.size()));
  }

  Decider decider(long seed) {
    return new RandomDecider(seed, scenarioOf(seed).intruder() == null);
  }

  /** One schedule; the violation, or null if there is none. */
  Violation once(long seed, ExecutorService threads, Decider decider) throws InterruptedException {
    Trial trial = new Trial(scenarioOf(seed), port, decider, null);
    try {
      trial.run(threads);
      return null;
    } catch (Violation e) {
      return e;
    } finally {
      schedules.incrementAndGet();
      steps.addAndGet(trial.steps());
      cuts.addAndGet(trial.cuts());
    }
  }

  /** Goes on until told to end; throws the first violation with everything about it. */
  void run(BooleanSupplier goesOn) throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      for (long seed = firstSeed; goesOn.getAsBoolean(); seed++) {
        runOne(seed, threads);
      }
    } finally {
      threads.shutdown();
    }
  }

  private void runOne(long seed, ExecutorService threads) throws InterruptedException {
    Schedule.Recorder recorder = new Schedule.Recorder(decider(seed));
    Violation violation = once(seed, threads, recorder);
    if (violation != null) {
      throw Report.of(
          scenarioOf(seed), port, recorder.schedule(), violation, Long.toString(seed), threads);
    }
  }
}
