package dev.holdfast.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SignalledTest {
  private final Queue<Runnable> tasks = new ArrayDeque<>();
  private final AtomicInteger runs = new AtomicInteger();

  @Test
  void requestsBeforeARunAreAnsweredByOneRun() {
    Signalled signalled = new Signalled(tasks::add, runs::incrementAndGet);
    signalled.signal();
    signalled.signal();
    assertThat(tasks).hasSize(1);
    tasks.remove().run();
    assertThat(runs).hasValue(1);
    assertThat(tasks).isEmpty();
    signalled.signal();
    assertThat(tasks).hasSize(1);
  }

  @Test
  void aRequestDuringARunIsAnsweredByAnotherTask() {
    Signalled[] self = new Signalled[1];
    self[0] =
        new Signalled(
            tasks::add,
            () -> {
              if (runs.incrementAndGet() < 3) {
                self[0].signal();
              }
            });
    self[0].signal();
    for (int i = 1; i <= 3; i++) {
      tasks.remove().run();
      assertThat(runs).hasValue(i);
    }
    assertThat(tasks).isEmpty();
  }

  @Test
  void aStepThatThrowsMayBeAskedForAgain() {
    Signalled signalled =
        new Signalled(
            tasks::add,
            () -> {
              runs.incrementAndGet();
              throw new IllegalStateException("on purpose");
            });
    for (int i = 1; i <= 2; i++) {
      signalled.signal();
      try {
        tasks.remove().run();
      } catch (IllegalStateException e) {
        assertThat(runs).hasValue(i);
      }
    }
    assertThat(runs).hasValue(2);
  }

  @Test
  void neverRunsTwiceAtATimeAndMissesNothing() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(4);
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger seen = new AtomicInteger();
    CountDownLatch all = new CountDownLatch(1);
    int requests = 20_000;
    Signalled signalled =
        new Signalled(
            pool::execute,
            () -> {
              if (inside.getAndIncrement() != 0) {
                together.incrementAndGet();
              }
              seen.set(asked.get());
              inside.decrementAndGet();
              if (seen.get() == requests) {
                all.countDown();
              }
            });
    for (int i = 0; i < requests; i++) {
      pool.execute(
          () -> {
            asked.incrementAndGet();
            signalled.signal();
          });
    }
    assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
    pool.shutdown();
    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(together).hasValue(0);
  }
}
