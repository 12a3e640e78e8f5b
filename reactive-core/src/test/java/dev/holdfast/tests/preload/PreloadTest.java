package dev.holdfast.tests.preload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.MemoryTempDir;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every call that an operation makes to the C library, one by one: made to fail in each plausible
 * way, cut short, and made the last thing that the process does.
 */
class PreloadTest {
  /** At a time. */
  private static final int VIRTUAL_MACHINES = 2;

  @TempDir static Path build;

  private static final Map<Operation, List<String>> CALLS = new EnumMap<>(Operation.class);

  private static PreloadedJvm jvm;

  @TempDir(factory = MemoryTempDir.class)
  Path temporary;

  @BeforeAll
  static void dryRun(@TempDir(factory = MemoryTempDir.class) Path directory) throws Exception {
    jvm = PreloadedJvm.in(build);
    for (String line : jvm.sayFirst("calls", directory)) {
      List<String> words = List.of(line.split(" "));
      CALLS.put(Operation.valueOf(words.get(0)), words.subList(1, words.size()));
    }
  }

  @Test
  void everythingThatCanFailIsIntercepted() throws Exception {
    assertThat(jvm.say("uncovered", build)).containsOnly("geteuid", "clock_gettime");
  }

  /** A sweep is worth nothing if its faults do not happen. */
  @Test
  void aFaultThatDoesNotHappenIsNoticed() throws Exception {
    assertThat(jvm.say("miss", temporary, Operation.READ.name()))
        .containsExactly("the fault did not happen to this call");
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void everyCallOf(Operation operation) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(VIRTUAL_MACHINES);
    try {
      everyCallOf(operation, threads);
    } finally {
      threads.shutdownNow();
      threads.awaitTermination(1, TimeUnit.MINUTES);
    }
  }

  private void everyCallOf(Operation operation, ExecutorService threads) throws Exception {
    List<String> calls = CALLS.get(operation);
    Future<List<String>> sweep =
        threads.submit(() -> jvm.say("sweep", temporary, operation.name()));
    Deaths deaths = new Deaths(jvm, operation, temporary, threads);
    if (!operation.leavesWhatAnotherLeaves()) {
      deaths.begin(calls);
    }
    List<String> violations = new ArrayList<>(sweep.get());
    String[] cases = violations.remove(violations.size() - 1).split(" ");
    violations.addAll(deaths.violations());
    System.out.printf(
        "preload, %s: %d call sites, %s errno cases, %s short transfers, %d kill points,"
            + " %d violations%n",
        operation, calls.size(), cases[0], cases[1], deaths.count(), violations.size());
    assertThat(violations).isEmpty();
    assertThat(calls).hasSizeGreaterThan(5);
    assertThat(Integer.parseInt(cases[0])).isGreaterThan(2 * calls.size());
  }
}
