package dev.holdfast.internal.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchLineTest {
  private static final int MOST = 8;

  private final Vertx vertx = Vertx.vertx();
  private final ConcurrentLinkedQueue<List<Integer>> completed = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
  private final AtomicInteger staging = new AtomicInteger();
  private final AtomicInteger completing = new AtomicInteger();
  private final Semaphore staged = new Semaphore(0);
  private volatile CountDownLatch gate = new CountDownLatch(0);
  private volatile CountDownLatch left = new CountDownLatch(0);

  @AfterEach
  void stopVertx() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
  }

  /** Counts; a negative member has ended when it was staged, one above a million is left over. */
  private final class Counted implements BatchWork<Integer> {
    private final List<Integer> members = new ArrayList<>();

    @Override
    public void stage(Integer member) {
      if (staging.incrementAndGet() != 1) {
        wrong.add("two stage at a time");
      }
      if (member >= 0) {
        members.add(member);
      }
      staging.decrementAndGet();
      staged.release();
    }

    @Override
    public int size() {
      return members.size();
    }

    @Override
    public List<Runnable> complete() {
      if (completing.incrementAndGet() != 1) {
        wrong.add("two complete at a time");
      }
      if (members.isEmpty() || members.size() > MOST) {
        wrong.add("a batch of " + members.size());
      }
      try {
        if (!gate.await(30, TimeUnit.SECONDS)) {
          wrong.add("nobody opened the gate");
        }
      } catch (InterruptedException e) {
        wrong.add("interrupted");
      }
      completed.add(members);
      completing.decrementAndGet();
      members.forEach(member -> left.countDown());
      return members.stream()
          .filter(member -> member > 1_000_000)
          .map(member -> (Runnable) left::countDown)
          .toList();
    }
  }

  private BatchLine<Integer> line(WorkerPool pool) {
    return new BatchLine<>(pool, MOST, Counted::new, member -> wrong.add("rejected " + member));
  }

  private List<Integer> sizes() {
    return completed.stream().map(List::size).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void everyMemberIsCompletedOnceWhateverTheThreadsDo(int threads) throws Exception {
    WorkerPool pool = new WorkerPool(vertx, "batches", threads);
    BatchLine<Integer> line = line(pool);
    int callers = 4;
    int each = 5_000;
    left = new CountDownLatch(callers * each);
    for (int caller = 0; caller < callers; caller++) {
      int first = caller * each;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  line.add(List.of(first + i));
                }
              });
      thread.start();
    }
    assertThat(left.await(60, TimeUnit.SECONDS)).isTrue();
    assertThat(completed.stream().flatMap(List::stream))
        .hasSize(callers * each)
        .doesNotHaveDuplicates();
    assertThat(wrong).isEmpty();
    pool.shutdown();
  }

  @Test
  void whatArrivesWhileABatchIsCompletedIsStagedAndBecomesTheNext() throws Exception {
    WorkerPool pool = new WorkerPool(vertx, "batches", 2);
    BatchLine<Integer> line = line(pool);
    left = new CountDownLatch(6);
    gate = new CountDownLatch(1);
    line.add(List.of(0));
    staged.acquire();
    for (int i = 1; i < 6; i++) {
      line.add(List.of(i));
      staged.acquire();
    }
    assertThat(completed).isEmpty();
    gate.countDown();
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(sizes()).containsExactly(1, 5);
    assertThat(wrong).isEmpty();
    pool.shutdown();
  }

  @Test
  void aFullBatchTakesNoMore() throws Exception {
    WorkerPool pool = new WorkerPool(vertx, "batches", 2);
    BatchLine<Integer> line = line(pool);
    left = new CountDownLatch(1 + 2 * MOST);
    gate = new CountDownLatch(1);
    line.add(List.of(0));
    staged.acquire();
    for (int i = 0; i < 2 * MOST; i++) {
      line.add(List.of(i + 1));
    }
    staged.acquire(MOST);
    gate.countDown();
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(sizes()).startsWith(1, MOST);
    assertThat(wrong).isEmpty();
    pool.shutdown();
  }

  @Test
  void membersThatAreAddedTogetherAreCompletedTogether() throws Exception {
    WorkerPool pool = new WorkerPool(vertx, "batches", 4);
    left = new CountDownLatch(5);
    line(pool).add(List.of(1, 2, 3, 4, 5));
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(completed).containsExactly(List.of(1, 2, 3, 4, 5));
    pool.shutdown();
  }

  @Test
  void aBatchWhoseMembersAllEndedEarlyIsNotCompleted() throws Exception {
    WorkerPool pool = new WorkerPool(vertx, "batches", 2);
    BatchLine<Integer> line = line(pool);
    line.add(List.of(-1, -2));
    staged.acquire(2);
    left = new CountDownLatch(1);
    line.add(List.of(3));
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(completed).containsExactly(List.of(3));
    assertThat(wrong).isEmpty();
    pool.shutdown();
  }

  @Test
  void whatIsLeftOverIsRun() throws Exception {
    WorkerPool pool = new WorkerPool(vertx, "batches", 2);
    left = new CountDownLatch(3);
    line(pool).add(List.of(1, 1_000_001));
    assertThat(left.await(30, TimeUnit.SECONDS)).isTrue();
    pool.shutdown();
  }

  @Test
  void aPoolThatIsShutDownRejects() {
    WorkerPool pool = new WorkerPool(vertx, "batches", 2);
    pool.shutdown();
    line(pool).add(List.of(1, 2));
    assertThat(wrong).containsExactly("rejected 1", "rejected 2");
  }
}
