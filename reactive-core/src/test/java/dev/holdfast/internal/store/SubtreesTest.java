package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileSnapshot;
import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Stores on a directory of another store. */
class SubtreesTest extends StoreTestBase {
  private static final Buffer TEXT = Buffer.buffer("text");

  private ManagedStore openWith(String directory) {
    ManagedStore top = open();
    Await.result(top.ensureDirectory(directory));
    return top;
  }

  private static ManagedStore subtree(ManagedStore store, String path) {
    return Await.result(store.subtree(path));
  }

  @Test
  void areUsedLikeAnyOther() {
    ManagedStore s = subtree(openWith("s/t"), "s");
    assertThat(s.path()).isEqualTo("s");
    assertThat(Await.result(s.publish("t/file", TEXT)).path()).isEqualTo("t/file");
    assertThat(temporary.resolve("root/s/t/file")).hasContent("text");
    assertThat(Await.result(s.list("")).entries()).extracting(entry -> entry.name()).contains("t");
    Await.result(s.update("t/file", found -> Future.succeededFuture(Buffer.buffer("updated"))));
    assertThat(Await.result(s.read("t/file")).content()).hasToString("updated");
  }

  @Test
  void tellWhyTheyAreNotOpened() {
    ManagedStore top = open();
    assertThat(Await.storeFailure(top.subtree("absent")).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(Await.storeFailure(top.subtree("../x")).code()).isEqualTo(ErrorCode.INVALID_PATH);
    Await.result(top.publish("file", TEXT));
    assertThat(Await.storeFailure(top.subtree("file")).code()).isEqualTo(ErrorCode.NOT_DIRECTORY);
    Await.result(top.close());
    assertThat(openDescriptors()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"my profile", ""})
  void reportTheProfileOfTheOutermostStore(String profile) {
    ManagedStore top = Await.result(ManagedStore.open(vertx, options().setProfileRoot(profile)));
    Await.result(top.ensureDirectory("s/t"));
    ManagedStore t = subtree(subtree(top, "s"), "t");
    assertThat(t.path()).isEqualTo("s/t");
    assertThat(List.of(top.profileRoot(), t.profileRoot())).containsExactly(profile, profile);
  }

  @Test
  void reportTheRootAsTheirProfileByDefault() {
    ManagedStore top = openWith("s");
    ManagedStore s = subtree(top, "s");
    String root = temporary.resolve("root").toString();
    assertThat(List.of(top.profileRoot(), s.profileRoot())).containsExactly(root, root);
    assertThat(s.options().toJson()).isEqualTo(top.options().toJson());
  }

  // ---- order ----

  @Test
  void keepOneOrderWithTheWhole() {
    ManagedStore top = openWith("s");
    ManagedStore s = subtree(top, "s");
    List<Future<FileSnapshot>> reads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      boolean even = i % 2 == 0;
      (even ? top : s).replace(even ? "s/file" : "file", Buffer.buffer("version " + i));
      reads.add((even ? s : top).read(even ? "file" : "s/file"));
    }
    for (int i = 0; i < reads.size(); i++) {
      assertThat(Await.result(reads.get(i)).content()).hasToString("version " + i);
    }
  }

  @Test
  void appendInOneOrderWithTheWhole() throws Exception {
    ManagedStore top = openWith("s");
    ManagedStore s = subtree(top, "s");
    StringBuilder expected = new StringBuilder();
    List<Future<?>> appended = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      Buffer record = Buffer.buffer("record " + i + "\n");
      expected.append(record);
      appended.add(i % 3 == 0 ? top.append("s/log", record) : s.append("log", record));
    }
    Await.result(Future.all(appended));
    assertThat(temporary.resolve("root/s/log")).hasContent(expected.toString());
  }

  @Test
  void moveBetweenTwoPathsBesideTheWhole() {
    ManagedStore top = openWith("s");
    ManagedStore s = subtree(top, "s");
    Await.result(top.publish("s/a", TEXT));
    List<Future<?>> moves = new ArrayList<>();
    Expectation text = Expectation.content(Await.result(top.read("s/a")).identity().sha256(), 4);
    for (int i = 0; i < 100; i++) {
      moves.add(s.move("a", "b", text, new WriteOptions()));
      moves.add(top.move("s/b", "s/a", text, new WriteOptions()));
    }
    moves.forEach(Await::result);
    assertThat(temporary.resolve("root/s/a")).hasContent("text");
  }

  @Test
  void excludeTheWholeFromComparedChanges() {
    ManagedStore top = openWith("s");
    ManagedStore s = subtree(top, "s");
    Await.result(top.publish("s/count", Buffer.buffer("0")));
    List<Future<?>> updates = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      updates.add(count(top, "s/count"));
      updates.add(count(s, "count"));
    }
    updates.forEach(Await::result);
    assertThat(temporary.resolve("root/s/count")).hasContent("40");
  }

  /** Until it is done, since of forty at once some are overtaken as often as update tries. */
  private static Future<?> count(ManagedStore store, String path) {
    return store
        .update(
            path,
            found ->
                Future.succeededFuture(
                    Buffer.buffer(
                        "" + (Integer.parseInt(found.orElseThrow().content().toString()) + 1))))
        .recover(
            e -> {
              assertThat(((MutationException) e).code()).isEqualTo(ErrorCode.IDENTITY_MISMATCH);
              return count(store, path).mapEmpty();
            });
  }

  // ---- closing ----

  static Stream<List<Integer>> orders() {
    return Stream.of(
            new int[] {0, 1, 2, 3},
            new int[] {3, 2, 1, 0},
            new int[] {0, 3, 1, 2},
            new int[] {1, 0, 3, 2},
            new int[] {2, 3, 0, 1},
            new int[] {1, 2, 0, 3})
        .map(order -> Arrays.stream(order).boxed().toList());
  }

  @ParameterizedTest
  @MethodSource("orders")
  void areClosedInAnyOrder(List<Integer> order) {
    ManagedStore top = openWith("s/t");
    ManagedStore s = subtree(top, "s");
    List<ManagedStore> stores = List.of(top, s, subtree(s, "t"), subtree(top, "s/t"));
    List<ManagedStore> open = new ArrayList<>(stores);
    for (int which : order) {
      ManagedStore store = stores.get(which);
      Await.result(store.publish("file" + which, TEXT));
      Await.result(store.append("log" + which, TEXT));
      Await.result(store.append("log" + which, TEXT));
      Await.result(store.close());
      open.remove(store);
      assertThat(Await.storeFailure(store.exists("x")).code()).isEqualTo(ErrorCode.CLOSED);
      assertThat(Await.storeFailure(store.subtree("s")).code()).isEqualTo(ErrorCode.CLOSED);
      open.forEach(other -> assertThat(Await.result(other.exists("x"))).isFalse());
    }
    assertThat(openDescriptors()).isZero();
  }

  @Test
  void leaveNoDescriptorBehind() {
    ManagedStore top = openWith("s/t");
    Await.result(top.publish("s/file", TEXT));
    long before = openDescriptors();
    for (int i = 0; i < 20; i++) {
      ManagedStore s = subtree(top, "s");
      ManagedStore t = subtree(s, "t");
      Await.result(t.append("log", TEXT));
      Await.result(t.append("log", TEXT));
      Await.result(s.close());
      Await.result(t.close());
      Await.storeFailure(top.subtree("s/file"));
    }
    assertThat(openDescriptors()).isEqualTo(before);
  }

  @Test
  void ofAVerticleCloseAfterItsStop() {
    ManagedStore top = openWith("s");
    long before = openDescriptors();
    AtomicReference<ManagedStore> opened = new AtomicReference<>();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            return top.subtree("s").onSuccess(opened::set);
          }

          @Override
          public Future<?> stop() {
            return opened.get().publish("last words", TEXT);
          }
        };
    String deployment = Await.result(vertx.deployVerticle(verticle));
    assertThat(openDescriptors()).isGreaterThan(before);
    Await.result(vertx.undeploy(deployment));
    assertThat(temporary.resolve("root/s/last words")).exists();
    assertThat(Await.storeFailure(opened.get().read("last words")).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(Await.result(top.exists("s/last words"))).isTrue();
    assertThat(openDescriptors()).isEqualTo(before);
  }

  @Test
  void outliveTheVerticleOfTheWhole() {
    AtomicReference<ManagedStore> opened = new AtomicReference<>();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            return ManagedStore.open(vertx, options())
                .compose(top -> top.ensureDirectory("s").map(made -> top))
                .onSuccess(opened::set);
          }
        };
    String deployment = Await.result(vertx.deployVerticle(verticle));
    ManagedStore s = subtree(opened.get(), "s");
    Await.result(vertx.undeploy(deployment));
    Await.result(s.publish("file", TEXT));
    assertThat(temporary.resolve("root/s/file")).exists();
    Await.result(s.close());
    assertThat(openDescriptors()).isZero();
  }

  @Test
  void closeWithVertx() {
    Vertx own = Vertx.vertx();
    ManagedStore top = Await.result(ManagedStore.open(own, options()));
    Await.result(top.ensureDirectory("s"));
    ManagedStore s = subtree(top, "s");
    Await.result(own.close());
    assertThat(openDescriptors()).isZero();
    for (Future<?> late : List.of(s.exists("x"), s.subtree("x"), top.subtree("s"))) {
      assertThat(late.failed()).isTrue();
      assertThat(((StoreException) late.cause()).code()).isEqualTo(ErrorCode.CLOSED);
    }
  }

  @Test
  void leaveNothingOpenIfTheOpenerGoesMeanwhile() throws Exception {
    AtomicReference<GatedSys> gate = new AtomicReference<>();
    StoreRuntime runtime =
        runtime(
            sys -> {
              gate.set(new GatedSys(sys));
              return gate.get();
            });
    ManagedStoreOptions one = options().setDataThreads(1);
    ManagedStore top = Await.result(runtime.open(vertx, one));
    Await.result(top.ensureDirectory("s"));
    long before = openDescriptors();
    CountDownLatch arrived = gate.get().shut(1);
    Future<?> running = top.publish("running", TEXT);
    assertThat(arrived.await(30, TimeUnit.SECONDS)).isTrue();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            top.subtree("s");
            return Future.succeededFuture();
          }
        };
    String deployment = Await.result(vertx.deployVerticle(verticle));
    Future<Void> undeployed = vertx.undeploy(deployment);
    gate.get().open();
    Await.result(undeployed);
    Await.result(running);
    assertThat(openDescriptors()).isEqualTo(before);
  }

  /** What is called before is carried through. */
  @Test
  void areOpenedIfTheWholeIsClosedMeanwhile() {
    ManagedStore top = openWith("s");
    List<Future<ManagedStore>> opening =
        IntStream.range(0, 20).mapToObj(i -> top.subtree("s")).toList();
    Future<Void> closed = top.close();
    for (Future<ManagedStore> each : opening) {
      ManagedStore s = Await.result(each);
      Await.result(s.replace("file", TEXT));
      Await.result(s.close());
    }
    Await.result(closed);
    assertThat(openDescriptors()).isZero();
  }

  /** RB-23. */
  @Test
  void areOpenedWhileOthersWrite() {
    ManagedStore top = openWith("s/t");
    AtomicReference<Boolean> done = new AtomicReference<>(false);
    Future<?> writing = rewrite(top, done);
    for (int i = 0; i < 20; i++) {
      ManagedStore s = subtree(top, "s");
      Await.result(s.assertBound());
      Await.result(s.close());
    }
    done.set(true);
    Await.result(writing);
  }

  private static Future<?> rewrite(ManagedStore store, AtomicReference<Boolean> done) {
    return store
        .replace("s/t/file", TEXT)
        .compose(
            receipt -> done.get() ? Future.succeededFuture() : rewrite(store, done).mapEmpty());
  }

  private long openDescriptors() {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(this::isBelow).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The lock file apart, of which an engine keeps a few between its operations. */
  private boolean isBelow(Path descriptor) {
    try {
      String target = Files.readSymbolicLink(descriptor).toString();
      return target.startsWith(temporary.toString()) && !target.endsWith("/commit.lock");
    } catch (IOException e) {
      return false;
    }
  }
}
