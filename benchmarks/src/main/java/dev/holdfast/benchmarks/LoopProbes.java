package dev.holdfast.benchmarks;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A probe on each event loop of a Vert.x instance that has the default number of them. */
final class LoopProbes {
  private final List<LoopProbe> probes;

  private LoopProbes(List<LoopProbe> probes) {
    this.probes = probes;
  }

  /** Puts the probes where they belong. */
  static LoopProbes deploy(Vertx vertx) throws IOException {
    int loops = VertxOptions.DEFAULT_EVENT_LOOP_POOL_SIZE;
    List<LoopProbe> probes = Stream.generate(LoopProbe::new).limit(loops).toList();
    var next = probes.iterator();
    Workspace.await(vertx.deployVerticle(next::next, new DeploymentOptions().setInstances(loops)));
    LoopProbes all = new LoopProbes(probes);
    List<String> threads =
        Workspace.await(all.each(probe -> probe.onLoop(() -> Thread.currentThread().getName())));
    if (threads.stream().distinct().count() != loops) {
      throw new IOException("expected probes on " + loops + " event loops, found " + threads);
    }
    return all;
  }

  int count() {
    return probes.size();
  }

  /** Measures while something happens. */
  long[] during(Function<LoopProbe, Future<?>> work) throws IOException {
    return Workspace.await(
            each(LoopProbe::begin)
                .compose(begun -> each(work))
                .compose(worked -> this.<List<Long>>each(LoopProbe::end)))
        .stream()
        .flatMap(List::stream)
        .mapToLong(Long::longValue)
        .toArray();
  }

  private <T> Future<List<T>> each(Function<LoopProbe, ? extends Future<? extends T>> action) {
    return Future.all(probes.stream().map(action).toList()).map(all -> all.<T>list());
  }
}
