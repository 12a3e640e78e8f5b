package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes all at once, called on all event loops, and times how late these are until the last one
 * is durable.
 */
final class StallContestant implements Contestant {
  static final String NAME = "Holdfast, all at once";

  private final LoopProbes probes;
  private final WorkDirectory dir;
  private final ManagedStore store;
  private final Buffer content;

  /** Opens a store. */
  StallContestant(Workspace workspace, LoopProbes probes) throws IOException {
    this.probes = probes;
    this.dir = workspace.directory("holdfast");
    this.store =
        Workspace.await(
            ManagedStore.open(
                workspace.vertx(), new ManagedStoreOptions().setRoot(dir.path().toString())));
    this.content = Buffer.buffer(dir.content());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Round run(int operations) throws IOException {
    int share = (operations + probes.count() - 1) / probes.count();
    long began = System.nanoTime();
    long[] lateness =
        probes.during(probe -> probe.onLoop(() -> publish(share)).compose(all -> all));
    return new Round(share * probes.count(), System.nanoTime() - began, lateness);
  }

  private Future<?> publish(int count) {
    List<Future<?>> results = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      results.add(store.publish(dir.newName(), content));
    }
    return Future.join(results);
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
