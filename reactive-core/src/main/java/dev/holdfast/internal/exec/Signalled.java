package dev.holdfast.internal.exec;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A step that runs after it was asked for, on threads of somebody else, never twice at a time: each
 * request is followed by a run that began after it. Nobody waits, no thread is kept between two
 * runs, and each run sees what the ones before it did.
 */
public final class Signalled {
  private final Consumer<Runnable> executor;
  private final Runnable step;
  private final AtomicInteger requests = new AtomicInteger();

  /**
   * A step.
   *
   * @param executor where it runs; each run is a task of its own
   * @param step what to do; should be short, and asks again if more is to be done
   */
  public Signalled(Consumer<Runnable> executor, Runnable step) {
    this.executor = executor;
    this.step = step;
  }

  /** Asks for a run. From any thread, also from the step itself. */
  public void signal() {
    if (requests.getAndIncrement() == 0) {
      executor.accept(this::run);
    }
  }

  private void run() {
    int seen = requests.get();
    try {
      step.run();
    } finally {
      if (requests.addAndGet(-seen) != 0) {
        executor.accept(this::run);
      }
    }
  }
}
