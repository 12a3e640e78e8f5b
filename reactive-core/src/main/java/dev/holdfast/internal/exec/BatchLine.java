package dev.holdfast.internal.exec;

import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Forms batches of what arrives while the batch before is being completed, and of nothing else: who
 * arrives when nothing is under way is carried through at once, alone or with those that arrived in
 * the same instant.
 *
 * <p>At most two workers are at it: one completes a batch, one stages the next. Nobody waits on a
 * thread: whoever comes to the end of their part looks what is to be done next, and either does it
 * or leaves it to the other.
 *
 * <p>Safe for use by any thread.
 *
 * @param <M> what takes part
 */
public final class BatchLine<M> {
  /** Somebody is adding to the batch that is being formed. */
  private static final int STAGING = 1;

  /** Somebody is completing a batch. */
  private static final int COMPLETING = 2;

  /** The batch that is being formed has members, and nobody is adding to it. */
  private static final int FORMED = 4;

  /** It takes no more. */
  private static final int FULL = 8;

  private final WorkerPool pool;
  private final int most;
  private final Supplier<? extends BatchWork<M>> batches;
  private final Consumer<M> rejected;

  private final Queue<M> arrived = new ConcurrentLinkedQueue<>();
  private final AtomicInteger waiting = new AtomicInteger();
  private final AtomicInteger state = new AtomicInteger();

  /** The batch that is being formed; belongs to whoever set {@link #STAGING}. */
  private @Nullable BatchWork<M> forming;

  /**
   * A line without work.
   *
   * @param pool whose threads do the work
   * @param most how many members a batch has at most
   * @param batches gives a new, empty batch
   * @param rejected hears about a member that nobody works on, because the pool was shut down
   */
  public BatchLine(
      WorkerPool pool, int most, Supplier<? extends BatchWork<M>> batches, Consumer<M> rejected) {
    this.pool = pool;
    this.most = most;
    this.batches = batches;
    this.rejected = rejected;
  }

  /**
   * Adds members, which take part in one batch as far as they have room in it.
   *
   * @param members what takes part
   */
  public void add(List<M> members) {
    arrived.addAll(members);
    waiting.addAndGet(members.size());
    stageIfThereIsWork();
  }

  private void stageIfThereIsWork() {
    while (waiting.get() > 0) {
      int before = state.get();
      if ((before & (STAGING | FULL)) != 0) {
        return; // who clears these looks again
      }
      if (state.compareAndSet(before, (before | STAGING) & ~FORMED)) {
        begin();
        return;
      }
    }
  }

  private void begin() {
    try {
      pool.execute(this::stage, () -> {});
    } catch (RejectedExecutionException e) {
      for (M member = arrived.poll(); member != null; member = arrived.poll()) {
        waiting.decrementAndGet();
        rejected.accept(member);
      }
    }
  }

  /**
   * As a task of its own, since others wait for the thread; on this thread if there is no other.
   */
  private void executeLater(Runnable task) {
    try {
      pool.execute(task, () -> {});
    } catch (RejectedExecutionException e) {
      task.run();
    }
  }

  /** Stages what has arrived by now; what arrives meanwhile is for the next look. */
  private void stage() {
    BatchWork<M> batch = forming == null ? batches.get() : forming;
    try {
      for (int left = waiting.get(); left > 0 && batch.size() < most; left--) {
        M member = arrived.poll();
        if (member == null) {
          break; // the others were rejected meanwhile
        }
        waiting.decrementAndGet();
        batch.stage(member);
      }
    } finally { // also after an error, lest the line stand still
      forming = batch;
      leave(batch);
    }
  }

  /** Ends staging, and completes what was staged unless somebody is completing another batch. */
  private void leave(BatchWork<M> batch) {
    int size = batch.size();
    while (true) {
      int before = state.get();
      if (size > 0 && (before & COMPLETING) == 0) {
        if (state.compareAndSet(before, before | COMPLETING)) {
          complete(takeFormed());
          return;
        }
      } else {
        int formed = size == 0 ? 0 : size < most ? FORMED : FORMED | FULL;
        if (state.compareAndSet(before, (before & ~STAGING) | formed)) {
          stageIfThereIsWork();
          return;
        }
      }
    }
  }

  /** Takes the batch over, for somebody who has it to themselves, and lets the next be formed. */
  private BatchWork<M> takeFormed() {
    BatchWork<M> batch = Objects.requireNonNull(forming);
    forming = null;
    state.updateAndGet(bits -> bits & ~STAGING);
    stageIfThereIsWork();
    return batch;
  }

  private void complete(BatchWork<M> batch) {
    try {
      batch.complete().forEach(this::executeLater);
    } finally { // also after an error, lest the line stand still
      completed();
    }
  }

  private void completed() {
    while (true) {
      int before = state.get();
      if ((before & FORMED) == 0) {
        if (state.compareAndSet(before, before & ~COMPLETING)) {
          return; // if somebody is staging, they will complete it
        }
      } else if (state.compareAndSet(before, (before | STAGING) & ~(FORMED | FULL))) {
        BatchWork<M> next = takeFormed();
        executeLater(() -> complete(next));
        return;
      }
    }
  }
}
