package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;

/** Appends to one file through the public API, so many outstanding at a time. */
final class AppendContestant implements Contestant {
  static final String FILE = "log";
  static final int RECORD = 256;

  private final Vertx vertx;
  private final String name;
  private final WorkDirectory dir;
  private final ManagedStore store;
  private final Buffer record = Buffer.buffer(new byte[RECORD]);
  private final int together;

  /** Opens a store with a file of a size. */
  AppendContestant(Workspace workspace, String name, long size, int together) throws IOException {
    this.vertx = workspace.vertx();
    this.name = name;
    this.together = together;
    this.dir = workspace.directory("holdfast-" + size + "-" + together);
    dir.fill(FILE, size);
    this.store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(dir.path().toString())));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Round run(int operations) throws IOException {
    Context loop = vertx.getOrCreateContext();
    Appends appends = new Appends(operations);
    loop.runOnContext(v -> appends.begin());
    return Workspace.await(appends.end.future());
  }

  /** The appends of one round; confined to an event loop. */
  private final class Appends {
    private final long[] latencies;
    private final Promise<Round> end = Promise.promise();
    private long began;
    private int called;
    private int done;

    Appends(int operations) {
      latencies = new long[operations];
    }

    void begin() {
      began = System.nanoTime();
      for (int i = 0; i < Math.min(together, latencies.length); i++) {
        next();
      }
    }

    private void next() {
      called++;
      long start = System.nanoTime();
      Future<?> result = store.append(FILE, record);
      result.onComplete(value -> ended(start), end::tryFail);
    }

    private void ended(long start) {
      long now = System.nanoTime();
      latencies[done++] = now - start;
      if (called < latencies.length) {
        next();
      } else if (done == latencies.length) {
        end.tryComplete(new Round(done, now - began, latencies));
      }
    }
  }

  @Override
  public void settle() throws IOException {
    dir.settle();
  }

  @Override
  public void close() throws IOException {
    Workspace.await(store.close());
  }
}
