package dev.holdfast.internal.engine.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.holdfast.internal.engine.scope.SharedByRoot.Key;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** One object per root, counted. */
class SharedByRootTest {
  private static final Key KEY = new Key(new FileKey(1, 2), false);

  private final SharedByRoot<String> shared = new SharedByRoot<>();

  @Test
  void givesEveryoneTheFirst() {
    assertThat(shared.acquire(KEY, "first")).isEqualTo("first");
    assertThat(shared.acquire(KEY, "second")).isEqualTo("first");
  }

  @Test
  void saysWhoIsLast() {
    shared.acquire(KEY, "first");
    shared.acquire(KEY, "second");
    assertThat(shared.release(KEY)).isFalse();
    assertThat(shared.release(KEY)).isTrue();
  }

  @Test
  void startsAnewAfterTheLast() {
    shared.acquire(KEY, "first");
    shared.release(KEY);
    assertThat(shared.acquire(KEY, "second")).isEqualTo("second");
  }

  @Test
  void keepsRootsAndKindsApart() {
    shared.acquire(KEY, "first");
    assertThat(shared.acquire(new Key(new FileKey(1, 3), false), "inode")).isEqualTo("inode");
    assertThat(shared.acquire(new Key(new FileKey(2, 2), false), "device")).isEqualTo("device");
    assertThat(shared.acquire(new Key(new FileKey(1, 2), true), "reader")).isEqualTo("reader");
  }

  @Test
  void refusesToBeGivenBackTooOften() {
    shared.acquire(KEY, "first");
    shared.release(KEY);
    assertThatIllegalStateException().isThrownBy(() -> shared.release(KEY));
  }

  @Test
  void countsRightUnderContention() throws Exception {
    int users = 8;
    int turns = 2000;
    AtomicInteger first = new AtomicInteger();
    AtomicInteger last = new AtomicInteger();
    Callable<Boolean> user =
        () -> {
          for (int turn = 0; turn < turns; turn++) {
            String mine = new String("candidate");
            if (shared.acquire(KEY, mine) == mine) {
              first.incrementAndGet();
            }
            if (shared.release(KEY)) {
              last.incrementAndGet();
            }
          }
          return true;
        };
    ExecutorService threads = Executors.newFixedThreadPool(users);
    try {
      for (Future<Boolean> each : threads.invokeAll(Collections.nCopies(users, user))) {
        assertThat(each.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(first.get()).as("as many made as disposed of").isEqualTo(last.get()).isPositive();
    assertThatIllegalStateException().isThrownBy(() -> shared.release(KEY));
  }
}
