package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.PublishReceipt;
import dev.holdfast.StoreException;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CloseTest extends StoreTestBase {

  @Test
  void whatWasCalledBeforeIsCarriedThroughAndWhatComesLaterIsRefused() throws Exception {
    AtomicReference<GatedSys> gate = new AtomicReference<>();
    StoreRuntime runtime =
        runtime(
            sys -> {
              gate.set(new GatedSys(sys));
              return gate.get();
            });
    ManagedStore store = Await.result(runtime.open(vertx, options().setDataThreads(1)));
    CountDownLatch arrived = gate.get().shut(1);
    Future<PublishReceipt> running = store.publish("running", Buffer.buffer("x"));
    Future<PublishReceipt> waiting = store.publish("waiting", Buffer.buffer("x"));
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();

    Future<Void> closed = store.close();

    assertThat(Await.mutationFailure(store.publish("late", Buffer.buffer("x"))).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(closed.isComplete()).isFalse();
    gate.get().open();
    Await.result(running);
    Await.result(waiting);
    Await.result(closed);
    assertThat(temporary.resolve("root/running")).exists();
    assertThat(temporary.resolve("root/waiting")).exists();
    assertThat(temporary.resolve("root/late")).doesNotExist();
  }

  @Test
  void closingTwiceIsClosingOnce() {
    ManagedStore store = open();
    Future<Void> first = store.close();
    Future<Void> second = store.close();
    Await.result(first);
    Await.result(second);
    Await.result(store.close());
  }

  @Test
  void twoHandlesShareOneStoreUntilBothAreClosed() {
    ManagedStore first = open();
    ManagedStore second = open();
    Await.result(first.publish("file", Buffer.buffer("x")));
    Await.result(first.close());
    assertThat(Await.result(second.read("file")).content()).hasToString("x");
    Await.result(second.close());
    assertThat(openDescriptorsBelow(temporary)).isZero();
  }

  @Test
  void aStoreOfAVerticleClosesAfterTheVerticlesStopWhichMayStillWrite() {
    AtomicReference<ManagedStore> opened = new AtomicReference<>();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            return ManagedStore.open(vertx, options()).onSuccess(opened::set);
          }

          @Override
          public Future<?> stop() {
            return opened.get().publish("last words", Buffer.buffer("x"));
          }
        };
    String deployment = Await.result(vertx.deployVerticle(verticle));

    Await.result(vertx.undeploy(deployment));

    assertThat(temporary.resolve("root/last words")).exists();
    assertThat(Await.storeFailure(opened.get().read("last words")).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(openDescriptorsBelow(temporary)).isZero();
  }

  @Test
  void aStoreOpenedOutsideAnyVerticleClosesWithVertx() {
    Vertx own = Vertx.vertx();
    ManagedStore store = Await.result(ManagedStore.open(own, options()));
    Await.result(own.close());
    assertThat(openDescriptorsBelow(temporary)).isZero();
    Future<?> late = store.read("x");
    assertThat(late.failed()).isTrue();
    assertThat(((StoreException) late.cause()).code()).isEqualTo(ErrorCode.CLOSED);
  }

  @Test
  void anOpenerThatGoesWhileTheStoreIsOpenedLeavesNothingOpen() throws Exception {
    AtomicReference<GatedSys> gate = new AtomicReference<>();
    CountDownLatch loaded = new CountDownLatch(1);
    StoreRuntime runtime =
        runtime(
            sys -> {
              gate.set(new GatedSys(sys));
              gate.get().shut(1);
              loaded.countDown();
              return gate.get();
            });
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            runtime.open(vertx, options());
            return Future.succeededFuture();
          }
        };
    String deployment = Await.result(vertx.deployVerticle(verticle));
    assertThat(loaded.await(30, TimeUnit.SECONDS)).isTrue();

    Future<Void> undeployed = vertx.undeploy(deployment);
    gate.get().open();

    Await.result(undeployed);
    assertThat(openDescriptorsBelow(temporary)).isZero();
  }

  /** Vert.x interrupts its own workers in the middle of this; ours must not notice. */
  @Test
  void vertxClosedDuringASlowSyncLetsTheWriteFinish() throws Exception {
    AtomicReference<SlowSyncSys> disk = new AtomicReference<>();
    StoreRuntime runtime =
        runtime(
            sys -> {
              disk.set(new SlowSyncSys(sys, 400));
              return disk.get();
            });
    Vertx own = Vertx.vertx();
    ManagedStore store = Await.result(runtime.open(own, options()));
    CountDownLatch syncing = disk.get().slowDown();
    Future<PublishReceipt> publish = store.publish("file", Buffer.buffer("x"));
    assertThat(syncing.await(30, TimeUnit.SECONDS)).isTrue();

    Await.result(own.close());

    assertThat(publish.succeeded()).isTrue();
    assertThat(disk.get().interrupted()).isFalse();
    assertThat(temporary.resolve("root/file")).hasContent("x");
    assertThat(openDescriptorsBelow(temporary)).isZero();
    assertThat(((StoreException) store.read("file").cause()).code()).isEqualTo(ErrorCode.CLOSED);
  }

  /** How many of this process's descriptors are open on something below a directory. */
  private static long openDescriptorsBelow(Path directory) {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.filter(fd -> target(fd).startsWith(directory.toString())).count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }
}
