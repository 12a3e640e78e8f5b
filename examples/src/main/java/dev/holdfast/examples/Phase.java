package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Work that is done by all workers together, from one queue. */
final class Phase {
  /** What to do with a store. */
  @FunctionalInterface
  interface Work {
    Future<?> with(ManagedStore store);
  }

  /**
   * One piece of work.
   *
   * @param bytes about how much content it holds in memory
   * @param work what to do
   */
  record Task(long bytes, Work work) {}

  final String name;
  final int total;
  private final Queue<Task> waiting;
  private final AtomicInteger done = new AtomicInteger();

  Phase(String name, Collection<Task> tasks) {
    this.name = name;
    this.total = tasks.size();
    this.waiting = new ConcurrentLinkedQueue<>(tasks);
  }

  @Nullable Task next() {
    return waiting.poll();
  }

  void taskDone() {
    done.incrementAndGet();
  }

  int done() {
    return done.get();
  }

  /** Gives nothing out any more. */
  void abandon() {
    waiting.clear();
  }
}
