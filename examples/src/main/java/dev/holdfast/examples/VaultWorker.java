package dev.holdfast.examples;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A verticle with its own handle on the store, which closes itself together with the verticle.
 * Measures how late its event loop runs a timer that is due every millisecond.
 */
final class VaultWorker extends VerticleBase {
  private final Path root;
  private final AtomicLong longestStall = new AtomicLong();
  private long lastTick;
  private Future<ManagedStore> store = Future.failedFuture("not deployed");

  VaultWorker(Path root) {
    this.root = root;
  }

  @Override
  public Future<?> start() {
    lastTick = System.nanoTime();
    vertx.setPeriodic(1, id -> tick());
    store = ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root.toString()));
    return store;
  }

  private void tick() {
    long now = System.nanoTime();
    longestStall.accumulateAndGet(now - lastTick - 1_000_000, Math::max);
    lastTick = now;
  }

  /** The longest lateness in nanoseconds since this was asked last. */
  long takeLongestStall() {
    return longestStall.getAndSet(0);
  }

  /** Does its part of a phase, on its event loop, since that is where the store was opened. */
  Future<Void> work(Phase<?> phase) {
    return store.compose(phase::workOff);
  }
}
