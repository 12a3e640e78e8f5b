package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Sys;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;

/**
 * Runs one random schedule after the other, each made up from its seed alone: which scenario, who
 * goes on, what goes wrong.
 */
final class RandomSearch {
  private final UnaryOperator<Sys> port;
  private final List<Scenario> scenarios = Scenarios.random();
  private final AtomicLong nextSeed;
  private final AtomicLong schedules = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong cuts = new AtomicLong();
  private final Coverage coverage = new Coverage();
  private final States states;
  private volatile AssertionError found;

  RandomSearch(UnaryOperator<Sys> port, long firstSeed) {
    this(port, firstSeed, States.UNCOUNTED);
  }

  RandomSearch(UnaryOperator<Sys> port, long firstSeed, States states) {
    this.port = port;
    this.nextSeed = new AtomicLong(firstSeed);
    this.states = states;
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

  Coverage coverage() {
    return coverage;
  }

  /** Odd seeds take one of the scenarios that were thought up, even ones make one up. */
  Scenario scenario(long seed) {
    return seed % 2 == 0
        ? RandomScenarios.of(seed)
        : scenarios.get((int) Math.floorMod(seed / 2, scenarios.size()));
  }

  private Decider decider(long seed) {
    return new RandomDecider(seed, scenario(seed).intruder() == null, coverage);
  }

  /**
   * Goes on for as long as told, on two threads at a time.
   *
   * @param goesOn asked with the number of schedules so far
   * @throws AssertionError the first violation, with everything about it
   */
  void run(LongPredicate goesOn) throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workers.add(threads.submit(() -> work(goesOn, threads)));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      threads.shutdown();
    }
    if (found != null) {
      throw found;
    }
  }

  private Void work(LongPredicate goesOn, ExecutorService threads) throws InterruptedException {
    while (found == null && goesOn.test(schedules.get())) {
      runOne(nextSeed.getAndIncrement(), threads);
    }
    return null;
  }

  private void runOne(long seed, ExecutorService threads) throws InterruptedException {
    Scenario scenario = scenario(seed);
    Schedule.Recorder recorder = new Schedule.Recorder(decider(seed));
    Trial trial = new Trial(scenario, port, recorder, null).probedBy(states);
    schedules.incrementAndGet();
    try {
      trial.run(threads);
    } catch (Violation e) {
      found =
          Report.of(
              Trial.explored(scenario, port), recorder.schedule(), e, Long.toString(seed), threads);
    }
    steps.addAndGet(trial.steps());
    cuts.addAndGet(trial.cuts());
    coverage.countAll(trial.history());
  }

  /** Repeats one seed; every call of it, whether or not something is wrong. */
  List<String> repeat(long seed) throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      List<String> transcript = new ArrayList<>();
      Schedule.Recorder recorder = new Schedule.Recorder(decider(seed));
      Violation violation =
          Report.repeat(Trial.explored(scenario(seed), port), recorder, transcript, threads);
      if (violation != null) {
        throw Report.of(
            Trial.explored(scenario(seed), port),
            recorder.schedule(),
            violation,
            Long.toString(seed),
            threads);
      }
      return transcript;
    } finally {
      threads.shutdown();
    }
  }
}
