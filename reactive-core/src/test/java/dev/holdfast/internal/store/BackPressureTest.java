package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ManagedStore;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.stream.ReadStreamOptions;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Neither a slow disk nor a slow consumer makes a queue grow, and neither keeps a thread. */
class BackPressureTest extends StreamTestBase {

  /** Counts the bytes that were read; lets writes through one by one if told so. */
  private static final class SteppedSys extends ForwardingSys {
    final AtomicLong bytesRead = new AtomicLong();
    final Semaphore writes = new Semaphore(0);
    volatile boolean stepped;

    SteppedSys(Sys delegate) {
      super(delegate);
    }

    @Override
    public int read(Fd file, long position, byte[] target, int offset, int length)
        throws SysException {
      int count = super.read(file, position, target, offset, length);
      bytesRead.addAndGet(count);
      return count;
    }

    @Override
    public int write(Fd file, long position, byte[] source, int offset, int length)
        throws SysException {
      if (stepped) {
        try {
          assertThat(writes.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      return super.write(file, position, source, offset, length);
    }
  }

  private final AtomicReference<SteppedSys> disk = new AtomicReference<>();

  private ManagedStore stepped(int threads) {
    StoreRuntime runtime =
        runtime(
            sys -> {
              disk.set(new SteppedSys(sys));
              return disk.get();
            });
    return Await.result(runtime.open(vertx, options().setDataThreads(threads)));
  }

  @Test
  void aPausedReadingIsTwoPiecesAheadAtMost() {
    ManagedStore store = stepped(4);
    Await.result(store.publish("file", bytes(2_000_000)));
    long before = disk.get().bytesRead.get();
    StoreReadStream stream =
        store.readStream("file", new ReadStreamOptions().setChunkSize(10_000)).pause();
    AtomicInteger pieces = new AtomicInteger();
    stream.handler(piece -> pieces.incrementAndGet());
    Await.result(stream.identity());
    for (int asked = 0; asked < 50; asked++) {
      stream.fetch(1);
      Await.result(store.exists("other")); // gives everything time to go too far
      long read = disk.get().bytesRead.get() - before;
      assertThat(read).isLessThanOrEqualTo((asked + 1 + 2) * 10_000L);
    }
    Await.result(stream.close());
    nothingIsLeft(store);
  }

  @Test
  void manyPausedReadingsAndIdleWritingsKeepNoThread() {
    ManagedStore store = stepped(1);
    Await.result(store.publish("file", bytes(1_000_000)));
    List<StoreReadStream> reading = new ArrayList<>();
    List<StoreWriteStream> writing = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      StoreReadStream stream = store.readStream("file").pause();
      stream.handler(piece -> {});
      reading.add(stream);
      writing.add(store.writeStream("new" + i));
      writing.get(i).write(Buffer.buffer("x"));
    }
    for (StoreReadStream stream : reading) {
      Await.result(stream.identity());
    }
    assertThat(Await.result(store.read("file")).content().length()).isEqualTo(1_000_000);
    reading.forEach(StoreReadStream::close);
    writing.forEach(stream -> Await.result(stream.abandon()));
    nothingIsLeft(store);
  }

  @Test
  void aSlowDiskHoldsUpThePipe() {
    ManagedStore store = stepped(4);
    Await.result(store.publish("source", bytes(4_000_000)));
    disk.get().stepped = true;
    long before = disk.get().bytesRead.get();
    StoreReadStream source =
        store.readStream("source", new ReadStreamOptions().setChunkSize(100_000));
    Future<Void> piped =
        source.pipeTo(
            store.writeStream("file", new WriteStreamOptions().setWriteQueueMaxSize(200_000)));
    Await.result(source.identity());
    int steps = 0;
    for (long written = 0; written < 1_000_000; written += 100_000) {
      Await.result(store.exists("other"));
      // what one task may have in hand, the queue and its last buffer, and what was read ahead
      assertThat(disk.get().bytesRead.get() - before)
          .isLessThanOrEqualTo(steps * 131_072L + 262_144 + 200_000 + 100_000 + 3 * 100_000);
      disk.get().writes.release();
      steps++;
    }
    disk.get().stepped = false;
    disk.get().writes.release(1_000);
    Await.result(piped);
    assertThat(file("file")).hasSameBinaryContentAs(file("source"));
    nothingIsLeft(store);
  }

  @Test
  void saysWhenItIsFullAndWhenItIsDrained() {
    ManagedStore store = stepped(4);
    disk.get().stepped = true;
    StoreWriteStream stream =
        store.writeStream("file", new WriteStreamOptions().setWriteQueueMaxSize(100_000));
    assertThat(stream.writeQueueFull()).isFalse();
    stream.write(bytes(99_999));
    assertThat(stream.writeQueueFull()).isFalse();
    stream.write(bytes(1));
    assertThat(stream.writeQueueFull()).isTrue();
    stream.setWriteQueueMaxSize(100_001);
    assertThat(stream.writeQueueFull()).isFalse();
    stream.setWriteQueueMaxSize(1_000);
    assertThat(stream.writeQueueFull()).isTrue();
    Promise<Void> drained = Promise.promise();
    stream.drainHandler(v -> drained.complete());
    assertThat(drained.future().isComplete()).isFalse();
    disk.get().writes.release(100);
    Await.result(drained.future());
    assertThat(stream.writeQueueFull()).isFalse();
    Await.result(stream.end());
    nothingIsLeft(store);
  }
}
