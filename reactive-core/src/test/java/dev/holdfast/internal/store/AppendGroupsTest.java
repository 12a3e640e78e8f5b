package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.Appender;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.FileSnapshot;
import dev.holdfast.Framing;
import dev.holdfast.ManagedStore;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Appends through the public API: what waits is written together, in order, each with its answer.
 */
class AppendGroupsTest extends StoreTestBase {
  private static final String LOG = "log.jsonl";

  /** A kernel whose file syncs wait for the test, and that counts what it writes. */
  private static final class Disk extends ForwardingSys {
    final List<Integer> writes = new ArrayList<>();
    final AtomicInteger syncs = new AtomicInteger();
    final Semaphore gate = new Semaphore(0);
    volatile boolean shut;
    volatile int room = Integer.MAX_VALUE;
    volatile CountDownLatch arrived = new CountDownLatch(1);

    Disk(Sys sys) {
      super(sys);
    }

    @Override
    public int append(Fd file, byte[] source, int offset, int length) throws SysException {
      if (length > room) {
        throw ErrnoNumbers.failure(Errno.ENOSPC, "write");
      }
      synchronized (writes) {
        writes.add(length);
      }
      return super.append(file, source, offset, length);
    }

    @Override
    public void dataSync(Fd file) throws SysException {
      syncs.incrementAndGet();
      arrived.countDown();
      try {
        if (shut && !gate.tryAcquire(30, TimeUnit.SECONDS)) {
          throw new AssertionError("nobody opened the gate");
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      super.dataSync(file);
    }

    /** From now on syncs wait. */
    void shut() {
      arrived = new CountDownLatch(1);
      gate.drainPermits();
      shut = true;
    }

    void open() {
      shut = false;
      gate.release(1_000);
    }

    void forget() {
      writes.clear();
      syncs.set(0);
    }
  }

  private Disk disk;
  private ManagedStore store;

  @BeforeEach
  void openStore() throws Exception {
    disk = new Disk(kernel());
    store = Await.result(runtime(sys -> disk).open(vertx, options()));
    Await.result(store.append(LOG, Buffer.buffer("first")));
    Await.result(store.append(LOG, Buffer.buffer("second")));
    disk.forget();
  }

  private String content() {
    return Await.result(store.read(LOG)).content().toString();
  }

  /** Lets one append stand in the middle of its sync, and calls others. */
  private List<Future<AppendReceipt>> appendWhileSyncing(int count) throws Exception {
    disk.shut();
    List<Future<AppendReceipt>> appends = new ArrayList<>();
    appends.add(store.append(LOG, Buffer.buffer("0")));
    assertThat(disk.arrived.await(30, TimeUnit.SECONDS)).isTrue();
    for (int i = 1; i < count; i++) {
      appends.add(store.append(LOG, Buffer.buffer("" + i)));
    }
    return appends;
  }

  @Test
  void whatArrivesDuringASyncIsWrittenTogetherAfterIt() throws Exception {
    List<Future<AppendReceipt>> appends = appendWhileSyncing(65);
    disk.open();
    StringBuilder expected = new StringBuilder("first\nsecond\n");
    for (int i = 0; i < appends.size(); i++) {
      AppendReceipt receipt = Await.result(appends.get(i));
      assertThat(receipt.offset()).isEqualTo(expected.length());
      expected.append(i).append('\n');
    }
    assertThat(content()).isEqualTo(expected.toString());
    assertThat(disk.syncs).hasValue(2);
    assertThat(disk.writes).hasSize(2);
  }

  @Test
  void aGroupHasItsLimits() throws Exception {
    List<Future<AppendReceipt>> appends = appendWhileSyncing(1 + 2 * AppendGroup.MOST_RECORDS + 1);
    disk.open();
    appends.forEach(Await::result);
    assertThat(disk.writes).hasSize(4);
    disk.forget();
    disk.shut();
    appends.clear();
    appends.add(store.append("big", Buffer.buffer("x")));
    Await.result(appends.get(0));
    appends.add(store.append("big", Buffer.buffer("x")));
    assertThat(disk.arrived.await(30, TimeUnit.SECONDS)).isTrue();
    for (int i = 0; i < 5; i++) {
      appends.add(store.append("big", Buffer.buffer(new byte[AppendGroup.MOST_BYTES / 2])));
    }
    disk.open();
    appends.forEach(Await::result);
    assertThat(disk.writes)
        .containsExactly(1, AppendGroup.MOST_BYTES, AppendGroup.MOST_BYTES, 2 * 1024 * 1024);
  }

  @Test
  void nothingOvertakesWhatWasCalledEarlier() throws Exception {
    disk.shut();
    Future<AppendReceipt> running = store.append(LOG, Buffer.buffer("0"));
    assertThat(disk.arrived.await(30, TimeUnit.SECONDS)).isTrue();
    store.append(LOG, Buffer.buffer("1"));
    Future<FileSnapshot> between = store.read(LOG);
    store.append(LOG, Buffer.buffer("2"));
    Future<?> replaced = store.replace(LOG, Buffer.buffer("new\n"));
    store.append(LOG, Buffer.buffer("3"));
    Future<AppendReceipt> last = store.append(LOG, Buffer.buffer("4"));
    disk.open();
    Await.result(running);
    assertThat(Await.result(between).content()).hasToString("first\nsecond\n0\n1\n");
    Await.result(replaced);
    Await.result(last);
    assertThat(content()).isEqualTo("new\n3\n4\n");
  }

  @Test
  void onlyWhatIsWantedAlikeIsWrittenTogether() throws Exception {
    disk.shut();
    Future<AppendReceipt> running = store.append(LOG, Buffer.buffer("0"));
    assertThat(disk.arrived.await(30, TimeUnit.SECONDS)).isTrue();
    AppendOptions none = new AppendOptions().setFraming(Framing.NONE);
    store.append(LOG, Buffer.buffer("1"));
    store.append(LOG, Buffer.buffer("2\n"), none);
    Future<AppendReceipt> last = store.append(LOG, Buffer.buffer("3"));
    disk.open();
    Await.result(running);
    Await.result(last);
    assertThat(disk.writes).hasSize(4);
    assertThat(content()).isEqualTo("first\nsecond\n0\n1\n2\n3\n");
  }

  @Test
  void whatCannotBeWrittenTogetherMayStillBeWrittenAlone() throws Exception {
    List<Future<AppendReceipt>> failing = appendWhileSyncing(5);
    disk.room = 3;
    disk.open();
    Await.result(failing.get(0));
    for (Future<AppendReceipt> each : failing.subList(1, 5)) {
      assertThat(Await.storeFailure(each).code()).isEqualTo(ErrorCode.NO_SPACE);
    }
    List<Future<AppendReceipt>> smaller = appendWhileSyncing(5);
    disk.open();
    long written = smaller.subList(1, 5).stream().filter(each -> fits(each)).count();
    assertThat(written).isEqualTo(2);
    disk.room = Integer.MAX_VALUE;
    List<Future<AppendReceipt>> all = appendWhileSyncing(5);
    disk.open();
    all.forEach(Await::result);
  }

  private static boolean fits(Future<AppendReceipt> append) {
    try {
      Await.result(append);
      return true;
    } catch (Throwable e) {
      return false;
    }
  }

  @Test
  void everyoneIsAnsweredOnTheirOwnContext() throws Exception {
    List<CompletableFuture<Boolean>> right = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      CompletableFuture<Boolean> answered = new CompletableFuture<>();
      right.add(answered);
      Context context = vertx.getOrCreateContext();
      context.runOnContext(
          v ->
              store
                  .append(LOG, Buffer.buffer("x"))
                  .onComplete(r -> answered.complete(Vertx.currentContext() == context)));
    }
    for (CompletableFuture<Boolean> each : right) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void anExpectationIsOnlyAboutOneRecord() {
    FileIdentity identity = Await.result(store.identify(LOG));
    AppendOptions plain = new AppendOptions();
    Future<AppendReceipt> first = store.appendExpected(LOG, Buffer.buffer("a"), identity, plain);
    Future<AppendReceipt> second = store.appendExpected(LOG, Buffer.buffer("b"), identity, plain);
    FileIdentity next = Await.result(first).identity();
    assertThat(Await.storeFailure(second).code()).isEqualTo(ErrorCode.IDENTITY_MISMATCH);
    Await.result(store.appendExpected(LOG, Buffer.buffer("c"), next, plain));
    assertThat(content()).isEqualTo("first\nsecond\na\nc\n");
  }

  // ---- the explicit appender ----

  @Test
  void anAppenderSaysWhenItIsFullAndWhenItIsNotAnyMore() throws Exception {
    Appender appender = Await.result(store.openAppender(LOG)).setWriteQueueMaxSize(10);
    CountDownLatch drained = new CountDownLatch(1);
    appender.drainHandler(v -> drained.countDown());
    disk.shut();
    List<Future<AppendReceipt>> appends = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      assertThat(appender.writeQueueFull()).isEqualTo(i >= 10);
      appends.add(appender.append(Buffer.buffer("" + i % 10)));
    }
    assertThat(drained.getCount()).isEqualTo(1);
    disk.open();
    assertThat(drained.await(30, TimeUnit.SECONDS)).isTrue();
    appends.forEach(Await::result);
    assertThat(appender.writeQueueFull()).isFalse();
    Await.result(appender.close());
    assertThat(content()).isEqualTo("first\nsecond\n0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n0\n1\n");
  }

  @Test
  void anAppenderThatIsClosedLetsItsRecordsFinish() throws Exception {
    Appender appender = Await.result(store.openAppender(LOG));
    disk.shut();
    Future<AppendReceipt> last = appender.append(Buffer.buffer("x"));
    Future<Void> closed = appender.close();
    assertThat(Await.storeFailure(appender.append(Buffer.buffer("y"))).code())
        .isEqualTo(ErrorCode.CLOSED);
    assertThat(closed.isComplete()).isFalse();
    disk.open();
    Await.result(closed);
    assertThat(last.isComplete()).isTrue();
    Await.result(appender.close());
    assertThat(content()).isEqualTo("first\nsecond\nx\n");
  }

  @Test
  void anAppenderIsNotOpenedOnWhatCannotBeAppendedTo() {
    Await.result(store.ensureDirectory("dir"));
    assertThat(Await.storeFailure(store.openAppender("dir")).code())
        .isEqualTo(ErrorCode.NOT_REGULAR_FILE);
    AppendOptions strict = new AppendOptions().setCreateIfAbsent(false);
    assertThat(Await.storeFailure(store.openAppender("none", strict)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    Appender appender = Await.result(store.openAppender("none"));
    assertThat(Await.result(store.exists("none"))).isFalse();
    assertThat(Await.result(appender.append(Buffer.buffer("x"))).created()).isTrue();
    assertThat(appender.path()).isEqualTo("none");
  }

  @Test
  void aStoreThatClosesCarriesOutWhatWaits() throws Exception {
    List<Future<AppendReceipt>> appends = appendWhileSyncing(10);
    Future<Void> closed = store.close();
    assertThat(Await.storeFailure(store.append(LOG, Buffer.buffer("late"))).code())
        .isEqualTo(ErrorCode.CLOSED);
    disk.open();
    Await.result(closed);
    assertThat(appends).allMatch(Future::succeeded);
  }
}
