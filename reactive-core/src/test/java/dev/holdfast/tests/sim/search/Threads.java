package dev.holdfast.tests.sim.search;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The threads that simulated processes live on, used again by the next ones. */
final class Threads {
  private Threads() {}

  static ExecutorService pool() {
    return Executors.newCachedThreadPool(
        task -> {
          Thread thread = new Thread(task, "simulated-process");
          thread.setDaemon(true);
          return thread;
        });
  }
}
