package dev.holdfast.internal.engine.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.scope.PathSlots.Slot;
import dev.holdfast.internal.engine.scope.PathSlots.Use;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PathSlotsTest {
  private static final Slot A = slot("a");
  private static final Slot B = slot("b");

  private final PathSlots slots = new PathSlots();
  private final List<String> started = new ArrayList<>();

  private static Slot slot(String name) {
    return new Slot(new FileKey(1, 2), NamePath.of(Name.of(name)));
  }

  private void enter(Slot slot, Use use, String name) {
    slots.enter(slot, use, () -> started.add(name));
  }

  @Test
  void changesOfOnePathRunOneAfterTheOtherInTheOrderOfTheCalls() {
    enter(A, Use.CHANGE, "first");
    enter(A, Use.CHANGE, "second");
    enter(A, Use.CHANGE, "third");
    assertThat(started).containsExactly("first");
    slots.leave(A, Use.CHANGE);
    assertThat(started).containsExactly("first", "second");
    slots.leave(A, Use.CHANGE);
    assertThat(started).containsExactly("first", "second", "third");
  }

  @Test
  void looksRunBesideEachOtherButNotBesideAChange() {
    enter(A, Use.LOOK, "look 1");
    enter(A, Use.LOOK, "look 2");
    enter(A, Use.CHANGE, "change");
    enter(A, Use.LOOK, "look 3");
    enter(A, Use.LOOK, "look 4");
    assertThat(started).containsExactly("look 1", "look 2");
    slots.leave(A, Use.LOOK);
    assertThat(started).hasSize(2);
    slots.leave(A, Use.LOOK);
    assertThat(started).containsExactly("look 1", "look 2", "change");
    slots.leave(A, Use.CHANGE);
    assertThat(started).endsWith("look 3", "look 4");
  }

  @Test
  void otherPathsAndOtherRootsDoNotWait() {
    enter(A, Use.CHANGE, "a");
    enter(B, Use.CHANGE, "b");
    enter(new Slot(new FileKey(1, 3), A.path()), Use.CHANGE, "other root");
    assertThat(started).containsExactly("a", "b", "other root");
  }

  @Test
  void aPathThatNobodyUsesLeavesNothingBehind() {
    enter(A, Use.CHANGE, "1");
    enter(A, Use.LOOK, "2");
    slots.leave(A, Use.CHANGE);
    assertThat(slots.size()).isEqualTo(1);
    slots.leave(A, Use.LOOK);
    assertThat(slots.size()).isZero();
  }

  /** Whoever leaves starts the next one on its own thread; none is lost and no two overlap. */
  @Test
  void manyThreadsNeverOverlapAndLoseNothing() throws Exception {
    int operations = 20_000;
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger overlaps = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(operations);
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try {
      for (int i = 0; i < operations; i++) {
        executor.execute(
            () ->
                slots.enter(
                    A,
                    Use.CHANGE,
                    () ->
                        executor.execute(
                            () -> {
                              if (inside.incrementAndGet() != 1) {
                                overlaps.incrementAndGet();
                              }
                              inside.decrementAndGet();
                              slots.leave(A, Use.CHANGE);
                              done.countDown();
                            })));
      }
      assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      executor.shutdownNow();
    }
    assertThat(overlaps).hasValue(0);
    assertThat(slots.size()).isZero();
  }
}
