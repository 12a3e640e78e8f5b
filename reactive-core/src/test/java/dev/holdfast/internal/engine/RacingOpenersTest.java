package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.root.RootOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Many processes that open one new root at the same time. */
class RacingOpenersTest extends RootTestCase {
  private static final int OPENERS = 8;

  private void race(Path path) throws Exception {
    List<TestRoot> processes = new ArrayList<>();
    for (int i = 0; i < OPENERS; i++) {
      processes.add(rootAt(path));
    }
    CyclicBarrier start = new CyclicBarrier(OPENERS);
    ExecutorService threads = Executors.newFixedThreadPool(OPENERS);
    try {
      List<Future<String>> records = new ArrayList<>();
      for (TestRoot process : processes) {
        records.add(
            threads.submit(
                () -> {
                  start.await();
                  process.open();
                  return Files.readString(path.resolve(".holdfast/store.json"));
                }));
      }
      Set<String> seen = new HashSet<>();
      for (Future<String> each : records) {
        seen.add(each.get());
      }
      assertThat(seen).hasSize(1);
      assertThat(path.resolve(".holdfast/store.json")).hasContent(seen.iterator().next());
    } finally {
      threads.shutdownNow();
    }
    assertThat(StoreTree.users(path)).isEmpty();
    assertThat(StoreTree.staged(path)).isEmpty();
    Held.byWriters(path, OPENERS, OPENERS);
    processes.forEach(TestRoot::close);
    assertThat(StoreTree.own(path)).isEqualTo(StoreTree.CLOSED);
    Held.byNobody(path);
  }

  @RepeatedTest(5)
  void agreeOnOneStore() throws Exception {
    race(root.path());
  }

  @RepeatedTest(5)
  void agreeBelowAMissingChain() throws Exception {
    race(temp.resolve("a/b/c"));
  }

  @Test
  void ofOneProcessShareOneEngine() throws Exception {
    StoreHandle first = root.open();
    CyclicBarrier start = new CyclicBarrier(OPENERS);
    ExecutorService threads = Executors.newFixedThreadPool(OPENERS);
    List<Future<StoreHandle>> opened = new ArrayList<>();
    try {
      for (int i = 0; i < OPENERS; i++) {
        opened.add(
            threads.submit(
                () -> {
                  start.await();
                  return StoreHandle.open(
                      root.scope(),
                      root.path().toString(),
                      "/",
                      new RootOptions(TestRoot.LIMIT),
                      false);
                }));
      }
      for (Future<StoreHandle> each : opened) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Held.byWriters(root.path(), 1, 0);
    root.close(first);
    for (Future<StoreHandle> each : opened) {
      assertThat(each.get().exists("a")).isFalse();
      each.get().close();
    }
    Held.byNobody(root.path());
  }
}
