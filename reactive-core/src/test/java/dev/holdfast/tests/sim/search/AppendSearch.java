package dev.holdfast.tests.sim.search;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

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

  /** Goes on for so many schedules, or to the first violation, on two threads at a time. */
  AssertionError run(long most) throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        workers.add(
            threads.submit(
                () -> {
                  while (found == null && schedules.get() < most) {
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
    Schedule.Recorder recorder =
        new Schedule.Recorder(new RandomDecider(seed, scenario(seed).stranger() == null, coverage));
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

  private Violation repeat(
      long seed, Schedule schedule, List<String> transcript, ExecutorService threads)
      throws InterruptedException {
    try {
      new AppendTrial(scenario(seed), mutant, schedule, transcript).run(threads);
      return null;
    } catch (Violation e) {
      return e;
    }
  }

  /** The shortest schedule that shows it, and every call of it. */
  private AssertionError report(
      long seed, Schedule schedule, Violation violation, ExecutorService threads)
      throws InterruptedException {
    Schedule shortest =
        new Shrinker(tried -> repeat(seed, tried, null, threads), violation.rule())
            .shrink(schedule);
    List<String> transcript = new ArrayList<>();
    Violation again = repeat(seed, shortest, transcript, threads);
    StringBuilder text = new StringBuilder();
    text.append(again == null ? violation : again).append('\n');
    text.append("scenario: ").append(scenario(seed)).append(", seed: ").append(seed).append('\n');
    shortest.departures().forEach(each -> text.append("  ").append(each).append('\n'));
    transcript.forEach(line -> text.append("  ").append(line).append('\n'));
    return new AssertionError(text.toString(), again == null ? violation : again);
  }
}
