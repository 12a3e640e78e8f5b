package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Expectation;
import dev.holdfast.ManagedStore;
import dev.holdfast.SecurityReport;
import dev.holdfast.WriteOptions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.internal.VertxInternal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Where the work happens and where its results arrive. */
class ThreadsTest extends StoreTestBase {

  private static final List<Function<ManagedStore, Future<?>>> OPERATIONS =
      List.of(
          store -> store.publish("file", Buffer.buffer("x")),
          store -> store.publish("file", Buffer.buffer("x"), new WriteOptions()),
          store -> store.publish("../x", Buffer.buffer("x")),
          store -> store.ensureDirectory("a/b"),
          store -> store.read("file"),
          store -> store.read("absent"),
          store -> store.readPrefix("file", 1),
          store -> store.exists("file"),
          store -> store.identify("file"),
          store -> store.list(""),
          store -> store.history("file"),
          store -> store.restore("file", 1),
          store -> store.detached(),
          store -> store.detach("file", Expectation.content("0".repeat(64), 1)),
          store -> store.sweep(),
          store -> store.subtree("a").compose(ManagedStore::close),
          store -> store.subtree("a").compose(below -> below.publish("x", Buffer.buffer("x"))),
          store -> store.subtree("absent"),
          store -> store.assertBound(),
          store -> store.verifyRootSecurity(),
          store -> store.verifyTree(),
          store -> store.repair(new SecurityReport(List.of(), 0, false)));

  @Test
  void noCallOfThePortIsMadeOutsideOurWorkers() throws Exception {
    ThreadRecordingSys recording = new ThreadRecordingSys(kernel());
    StoreRuntime runtime = runtime(sys -> recording.sys());
    Promise<Void> done = Promise.promise();
    vertx.runOnContext(
        v ->
            runtime
                .open(vertx, options())
                .compose(
                    store -> {
                      Future<?> all = Future.succeededFuture();
                      for (Function<ManagedStore, Future<?>> operation : OPERATIONS) {
                        all = all.transform(r -> operation.apply(store).mapEmpty());
                      }
                      return all.transform(r -> store.close());
                    })
                .onComplete(done));
    Await.result(done.future());

    assertThat(recording.threadsByCall()).containsKeys("openTmp", "link", "sync", "read", "list");
    assertThat(recording.threadsByCall().values())
        .allSatisfy(
            threads -> assertThat(threads).allMatch(name -> name.startsWith("holdfast-data-")));
  }

  @Test
  void resultsArriveOnTheCallersEventLoopContext() {
    assertResultsArriveOn(vertx.getOrCreateContext());
  }

  @Test
  void resultsArriveOnTheCallersWorkerContext() {
    assertResultsArriveOn(((VertxInternal) vertx).createWorkerContext());
  }

  @Test
  void resultsArriveOnTheCallersDuplicatedContextWithItsLocals() {
    ContextInternal context = ((ContextInternal) vertx.getOrCreateContext()).duplicate();
    assertResultsArriveOn(context);
    assertThat(context.threadingModel()).isEqualTo(ThreadingModel.EVENT_LOOP);
  }

  private void assertResultsArriveOn(Context context) {
    ManagedStore store = open();
    List<Future<Context>> arrivals = new ArrayList<>();
    for (Function<ManagedStore, Future<?>> operation : OPERATIONS) {
      arrivals.add(arrival(context, () -> operation.apply(store)));
    }
    arrivals.add(arrival(context, store::close));
    arrivals.add(arrival(context, () -> store.read("after close")));
    for (Future<Context> arrival : arrivals) {
      assertThat(Await.result(arrival)).isSameAs(context);
    }
  }

  private Future<Context> arrival(Context context, Supplier<Future<?>> call) {
    Promise<Context> where = Promise.promise();
    context.runOnContext(
        v -> call.get().onComplete(r -> where.complete(vertx.getOrCreateContext())));
    return where.future();
  }

  @Test
  void resultsArriveOnAVertxThreadWhenTheCallerHasNone() {
    Promise<String> thread = Promise.promise();
    ManagedStore.open(vertx, options())
        .onComplete(r -> thread.complete(Thread.currentThread().getName()));
    assertThat(Await.result(thread.future())).startsWith("vert.x-eventloop-thread-");
  }
}
