package dev.holdfast.tests.sim.search;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongPredicate;

/** Random schedules of appends, each made up from its seed alone. */
final class AppendSearch {
  private final AppendMutant mutant;
  private final List<AppendScenario> scenarios = AppendScenarios.random();
  private final AtomicLong nextSeed;
  private final AtomicLong schedules = new AtomicLong();
  private final AtomicLong steps = new AtomicLong();
  private final AtomicLong cuts = new AtomicLong();
  private final Coverage coverage = new Coverage();
  private volatile AssertionError found;

  AppendSearch(AppendMutant mutant, long firstSeed) {
    this.mutant = mutant;
    this.nextSeed = new AtomicLong(firstSeed);
  }

  long schedules() {
    return schedules.get();
  }

  Coverage coverage() {
    return coverage;
  }

  @Override
  public String toString() {
    return String.format(
        "%,d schedules, %,d calls, %,d crashes; %s",
        schedules.get(), steps.get(), cuts.get(), coverage);
  }

  private AppendScenario scenario(long seed) {
    return scenarios.get((int) Math.floorMod(seed, scenarios.size()));
  }

  /**
   * Goes on for as long as told, or to the first violation, on two threads at a time.
   *
   * @param goesOn asked with the number of schedules so far
   * @return the violation with everything about it, or null
   */
  AssertionError run(LongPredicate goesOn) throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workers.add(
            threads.submit(
                () -> {
                  while (found == null && goesOn.test(schedules.get())) {
                    one(nextSeed.getAndIncrement(), threads);
                  }
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        worker.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } finally {
      threads.shutdown();
    }
    return found;
  }

  private void one(long seed, ExecutorService threads) throws InterruptedException {
    Schedule.Recorder recorder = recorder(seed);
    AppendTrial trial = new AppendTrial(scenario(seed), mutant, recorder, null);
    schedules.incrementAndGet();
    try {
      trial.run(threads);
    } catch (Violation e) {
      found = report(seed, recorder.schedule(), e, threads);
    }
    steps.addAndGet(trial.steps());
    cuts.addAndGet(trial.cuts());
    for (Writing writing : trial.history().all()) {
      coverage.count(writing.kind + " " + writing.said);
    }
  }

  /** Repeats one seed; every call of it, whether or not something is wrong. */
  List<String> repeat(long seed) throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      List<String> transcript = new ArrayList<>();
      Schedule.Recorder recorder = recorder(seed);
      Violation violation = Report.repeat(maker(seed), recorder, transcript, threads);
      if (violation != null) {
        throw report(seed, recorder.schedule(), violation, threads);
      }
      return transcript;
    } finally {
      threads.shutdown();
    }
  }

  private Schedule.Recorder recorder(long seed) {
    return new Schedule.Recorder(
        new RandomDecider(seed, scenario(seed).stranger() == null, coverage));
  }

  private Explored.Maker maker(long seed) {
    return AppendTrial.explored(scenario(seed), mutant);
  }

  private AssertionError report(
      long seed, Schedule schedule, Violation violation, ExecutorService threads)
      throws InterruptedException {
    return Report.of(maker(seed), schedule, violation, Long.toString(seed), threads);
  }
}
