package dev.holdfast.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.exec.PendingOperations.Admission;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PendingOperationsTest {
  private final AtomicInteger idle = new AtomicInteger();
  private final PendingOperations pending = new PendingOperations(2, idle::incrementAndGet);

  @Test
  void admitsUpToTheLimitAndAgainWhenOneEnds() {
    assertThat(pending.begin()).isEqualTo(Admission.ADMITTED);
    assertThat(pending.begin()).isEqualTo(Admission.ADMITTED);
    assertThat(pending.begin()).isEqualTo(Admission.BUSY);
    pending.end();
    assertThat(pending.begin()).isEqualTo(Admission.ADMITTED);
  }

  @Test
  void tellsOnceWhenItIsClosedAndIdle() {
    assertThat(pending.begin()).isEqualTo(Admission.ADMITTED);
    pending.close();
    assertThat(idle).hasValue(0);
    assertThat(pending.begin()).isEqualTo(Admission.CLOSED);
    pending.end();
    assertThat(idle).hasValue(1);
  }

  @Test
  void closingWhenIdleTellsAtOnce() {
    pending.close();
    assertThat(idle).hasValue(1);
  }

  /** A begin that races with the close is either refused or waited for, never neither. */
  @Test
  void aRaceWithTheCloseLosesNoOperation() throws Exception {
    for (int round = 0; round < 2_000; round++) {
      AtomicInteger running = new AtomicInteger();
      AtomicInteger runningWhenIdle = new AtomicInteger(-1);
      CountDownLatch told = new CountDownLatch(1);
      PendingOperations raced =
          new PendingOperations(
              8,
              () -> {
                runningWhenIdle.set(running.get());
                told.countDown();
              });
      Thread operation =
          new Thread(
              () -> {
                if (raced.begin() == Admission.ADMITTED) {
                  running.incrementAndGet();
                  running.decrementAndGet();
                  raced.end();
                }
              });
      operation.start();
      raced.close();
      assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
      assertThat(runningWhenIdle).hasValue(0);
      operation.join();
    }
  }
}
