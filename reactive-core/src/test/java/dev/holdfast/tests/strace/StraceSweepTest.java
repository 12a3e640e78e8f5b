package dev.holdfast.tests.strace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.MemoryTempDir;
import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.tests.preload.Session;
import dev.holdfast.tests.preload.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every operation under every plausible failure of each of its calls, injected by {@code strace}.
 * One tracer serves all operations: it counts the calls of each thread by itself.
 */
class StraceSweepTest {
  @TempDir(factory = MemoryTempDir.class)
  Path temporary;

  private final Map<Operation, Tally> tallies = new EnumMap<>(Operation.class);
  private final List<String> violations = new ArrayList<>();
  private int roots;

  @BeforeEach
  void makeTheStore() throws Exception {
    try (Session session = new Session(temporary.resolve("store"))) {
      StoreHandle handle = session.open();
      handle.publish("dir/file", Operation.bytes(State.OLD), new WriteOptions());
      handle.publish("dir/log", Operation.bytes(State.LOG), new WriteOptions());
    }
    for (Operation operation : Operation.values()) {
      tallies.put(operation, new Tally());
    }
  }

  @Test
  void everyOperationUnderEveryFailure() throws Exception {
    Classes.load(ErrorCode.class);
    Classes.load(StraceSweepTest.class);
    countCalls();
    countCalls(); // again, since the first time classes were initialized
    for (String call : Injection.calls()) {
      int most = tallies.values().stream().mapToInt(tally -> tally.calls(call)).max().orElse(0);
      for (Injection injection : Injection.of(call, most)) {
        inject(injection);
      }
    }
    System.out.println("strace: " + Tally.heading());
    tallies.forEach((operation, tally) -> System.out.println("strace: " + tally.row(operation)));
    assertThat(violations).isEmpty();
    assertThat(tallies.values()).allSatisfy(tally -> assertThat(tally.cases()).isPositive());
  }

  private void countCalls() throws Exception {
    List<Trial> trials = new ArrayList<>();
    try {
      for (Operation operation : Operation.values()) {
        trials.add(Trial.in(copy(), operation));
      }
      Tracer.Trace trace = run(trials, "trace=" + String.join(",", Injection.calls()));
      for (Trial trial : trials) {
        assertThat(trial.verdict()).isEqualTo(new Verdict(Verdict.Kind.DONE, List.of()));
        assertThat(trial.untold()).isEmpty();
        assertThat(trial.aftermath()).isEmpty();
        for (String call : Injection.calls()) {
          Tally tally = tallies.get(trial.operation());
          tally.calls(call, trace.count(trial.thread(), call));
        }
      }
    } finally {
      closeAll(trials);
    }
  }

  private void inject(Injection injection) throws Exception {
    List<Trial> trials = new ArrayList<>();
    try {
      for (Operation operation : Operation.values()) {
        if (tallies.get(operation).calls(injection.call()) >= injection.number()) {
          trials.add(Trial.in(copy(), operation));
        }
      }
      Tracer.Trace trace = run(trials, "trace=" + injection.call(), "inject=" + injection.option());
      for (Trial trial : trials) {
        judge(trial, injection, trace);
      }
    } finally {
      closeAll(trials);
    }
  }

  private void judge(Trial trial, Injection injection, Tracer.Trace trace) throws Exception {
    Verdict verdict = trial.verdict();
    List<String> found = new ArrayList<>(verdict.violations());
    if (!trace.tampered().contains(trial.thread())) {
      found.add("the call did not fail");
    } else if (!trace.concerns(trial.thread(), injection, trial.root())) {
      found.add("the call was one of the virtual machine's");
    } else if (verdict.kind() == Verdict.Kind.DONE && injection.mustBeTold()) {
      found.add("succeeded although a sync failed");
    } else if (verdict.kind() == Verdict.Kind.UNKNOWN && !injection.call().equals("statx")) {
      found.add("unknown, although a look can tell");
    }
    if (verdict.kind() != Verdict.Kind.UNKNOWN && !trial.untold().isEmpty()) {
      found.add("left, and not told: " + trial.untold());
    }
    found.addAll(trial.aftermath());
    tallies.get(trial.operation()).add(injection, verdict.kind(), found.size());
    found.forEach(each -> violations.add(trial.operation() + ", " + injection + ": " + each));
  }

  private static void closeAll(List<Trial> trials) throws Exception {
    for (Trial trial : trials) {
      trial.close();
      Tree.remove(trial.root());
    }
  }

  /** One after the other, all under one tracer. */
  private Tracer.Trace run(List<Trial> trials, String... expressions) throws Exception {
    List<Long> threads = new ArrayList<>();
    for (Trial trial : trials) {
      threads.add(trial.thread());
    }
    Tracer tracer = Tracer.attach(temporary.resolve("log"), threads, expressions);
    try {
      for (Trial trial : trials) {
        trial.run();
      }
      return tracer.trace();
    } finally {
      tracer.close();
    }
  }

  /** A root with the store in it, as a process that ended has left it. */
  private Path copy() throws IOException {
    Path store = temporary.resolve("store");
    Path copy = temporary.resolve("root" + roots++);
    Files.copy(store, copy, StandardCopyOption.COPY_ATTRIBUTES);
    for (Path each : Tree.below(store)) {
      Files.copy(each, copy.resolve(store.relativize(each)), StandardCopyOption.COPY_ATTRIBUTES);
    }
    return copy;
  }
}
