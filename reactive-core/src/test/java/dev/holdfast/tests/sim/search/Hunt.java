package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.Sys;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;

/** Looks for one mistake with all searches, the cheap ones first, and tells what found it. */
final class Hunt {
  /** As many as the search of the store itself tries. */
  private static final int MOST_RANDOM = 100_000;

  private final UnaryOperator<Sys> port;
  private long runs;

  Hunt(UnaryOperator<Sys> port) {
    this.port = port;
  }

  /** How many runs it took. */
  long runs() {
    return runs;
  }

  /** What was found, in a line; empty if nothing was. */
  Optional<String> run() throws InterruptedException {
    ExecutorService threads = Threads.pool();
    try {
      for (Scenario scenario : Scenarios.single()) {
        CrashPoints crash = new CrashPoints(scenario, port).withoutEndsOfRecoveries();
        try {
          crash.run(threads);
        } catch (Violation e) {
          return Optional.of("a crash of " + scenario + ": " + e.getMessage());
        } finally {
          runs += crash.points() + crash.cuts();
        }
      }
      Optional<String> early = faults(Scenarios.single().subList(0, 1), threads);
      if (early.isPresent()) {
        return early;
      }
      for (Scenario scenario : Scenarios.withIntruders()) {
        Explorer explorer = new Explorer(scenario, port, 3, 15_000);
        try {
          explorer.run(threads);
        } catch (AssertionError e) {
          return Optional.of("all interleavings: " + firstLines(e));
        } finally {
          runs += explorer.schedules();
        }
      }
      Optional<String> fault = faults(Scenarios.single(), threads);
      if (fault.isPresent()) {
        return fault;
      }
      RandomSearch search = new RandomSearch(port, 1);
      try {
        search.run(schedules -> schedules < MOST_RANDOM);
      } catch (AssertionError e) {
        return Optional.of("a random schedule: " + firstLines(e));
      } finally {
        runs += search.schedules();
      }
      return Optional.empty();
    } finally {
      threads.shutdown();
    }
  }

  private Optional<String> faults(List<Scenario> scenarios, ExecutorService threads)
      throws InterruptedException {
    for (Scenario scenario : scenarios) {
      FaultPoints faults = new FaultPoints(scenario, port);
      try {
        faults.run(threads);
      } catch (AssertionError e) {
        return Optional.of("a fault: " + firstLines(e));
      } finally {
        runs += faults.runs();
      }
    }
    return Optional.empty();
  }

  private static String firstLines(AssertionError e) {
    return String.join("; ", List.of(e.getMessage().split("\n")).subList(0, 2));
  }
}
