package dev.holdfast.tests.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Batches: every end, every fault, beside another process; and mistakes that must be found. */
class BatchSearchTest {
  private final ExecutorService threads = Threads.pool();

  @AfterEach
  void stopThreads() {
    threads.shutdown();
  }

  static List<Scenario> alone() {
    return BatchScenarios.alone();
  }

  static List<Scenario> competing() {
    return BatchScenarios.competing();
  }

  @ParameterizedTest
  @MethodSource("alone")
  void noEndOfABatchBreaksAPromise(Scenario batch) throws Exception {
    CrashPoints crash = new CrashPoints(batch, UnaryOperator.identity()).withoutEndsOfRecoveries();
    crash.run(threads);
    System.out.printf(
        "crash points of a batch, %s: %d, with %,d ways to lose power%n",
        batch, crash.points(), crash.cuts());
    assertThat(crash.points()).isGreaterThan(30);
    assertThat(crash.cuts()).isGreaterThan(crash.points());
  }

  @ParameterizedTest
  @MethodSource("alone")
  void noFaultBreaksAPromise(Scenario batch) throws Exception {
    FaultPoints faults = new FaultPoints(batch, UnaryOperator.identity());
    faults.run(threads);
    System.out.printf("faults of a batch, %s: %,d%n", batch, faults.runs());
    assertThat(faults.runs()).isGreaterThan(300);
  }

  @ParameterizedTest
  @MethodSource("competing")
  void noInterleavingWithAnotherProcessBreaksAPromise(Scenario batch) throws Exception {
    Explorer explorer = new Explorer(batch, UnaryOperator.identity(), 2, Integer.MAX_VALUE);
    explorer.run(threads);
    System.out.printf(
        "interleavings of %s: %,d schedules, %,d states, %,d crashes%n",
        batch, explorer.schedules(), explorer.states(), explorer.cuts());
    assertThat(explorer.isComplete()).isTrue();
    assertThat(explorer.states()).isGreaterThan(100);
  }

  @ParameterizedTest
  @EnumSource
  void aMistakeIsFound(BatchMutants mutant) throws Exception {
    String found = hunt(mutant::over);
    System.out.println(mutant + " was found by " + found);
    assertThat(found).containsAnyOf("acknowledged is durable", "nothing half-done is visible");
  }

  private String hunt(UnaryOperator<Sys> port) throws InterruptedException {
    for (Scenario batch : alone()) {
      if (batch.batching() == Batching.ONE_SYNC_EACH) {
        continue; // the mistakes are about the other way
      }
      try {
        new CrashPoints(batch, port).withoutEndsOfRecoveries().run(threads);
        new FaultPoints(batch, port).run(threads);
      } catch (AssertionError e) {
        return batch + ": " + e.getMessage().lines().findFirst().orElse("");
      } catch (Violation e) {
        return "a crash of " + batch + ": " + e.getMessage();
      }
    }
    return "nothing";
  }
}
