package dev.holdfast.internal.exec;

import io.vertx.core.Vertx;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** One pool per Vert.x instance, shared by its stores and counted. */
public final class WorkerPools {
  private static final String DATA_POOL = "holdfast-data";

  /** A pool and how many stores use it; replaced, never changed. */
  private record Use(WorkerPool pool, int stores) {}

  private final ConcurrentHashMap<Vertx, Use> uses = new ConcurrentHashMap<>();

  /** No pools yet. */
  public WorkerPools() {}

  /**
   * Takes part in the pool of a Vert.x instance.
   *
   * @param vertx the instance
   * @param threads how many threads it has to have
   * @return the pool, or empty if it has another number of threads
   */
  public Optional<WorkerPool> acquire(Vertx vertx, int threads) {
    Use use =
        uses.compute(
            vertx,
            (v, old) -> {
              if (old == null) {
                return new Use(new WorkerPool(v, DATA_POOL, threads), 1);
              }
              return old.pool.threads() == threads ? new Use(old.pool, old.stores + 1) : old;
            });
    return use.pool.threads() == threads ? Optional.of(use.pool) : Optional.empty();
  }

  /**
   * Gives a share back; the last one lets the threads go.
   *
   * @param vertx the instance
   */
  public void release(Vertx vertx) {
    uses.computeIfPresent(
        vertx,
        (v, use) -> {
          if (use.stores > 1) {
            return new Use(use.pool, use.stores - 1);
          }
          use.pool.shutdown();
          return null;
        });
  }
}
