package dev.holdfast.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationException;
import dev.holdfast.stream.StoreReadStream;
import dev.holdfast.stream.StoreWriteStream;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.Pipe;
import io.vertx.core.streams.ReadStream;
import io.vertx.core.streams.WriteStream;
import org.junit.jupiter.api.Test;

/** A pipe ends its destination also when its source has failed: that must not commit. */
class FailedPipeTest extends StreamTestBase {

  /** Gives a piece for each of a few requests, then ends or fails. */
  private static final class Source implements ReadStream<Buffer> {
    private final boolean fails;
    private Handler<Buffer> handler;
    private Handler<Void> endHandler;
    private Handler<Throwable> exceptionHandler;

    Source(boolean fails) {
      this.fails = fails;
    }

    @Override
    public ReadStream<Buffer> handler(Handler<Buffer> handler) {
      this.handler = handler;
      return this;
    }

    @Override
    public ReadStream<Buffer> resume() {
      Handler<Buffer> receiver = handler;
      if (receiver != null) {
        receiver.handle(Buffer.buffer("half "));
        if (fails) {
          exceptionHandler.handle(new IllegalStateException("the line broke"));
        } else {
          receiver.handle(Buffer.buffer("and half"));
          endHandler.handle(null);
        }
      }
      return this;
    }

    @Override
    public ReadStream<Buffer> exceptionHandler(Handler<Throwable> handler) {
      exceptionHandler = handler;
      return this;
    }

    @Override
    public ReadStream<Buffer> endHandler(Handler<Void> handler) {
      endHandler = handler;
      return this;
    }

    @Override
    public ReadStream<Buffer> pause() {
      return this;
    }

    @Override
    public ReadStream<Buffer> fetch(long amount) {
      return this;
    }
  }

  @Test
  void aSourceThatEndsIsCommitted() {
    ManagedStore store = open();
    Await.result(new Source(false).pipeTo(store.writeStream("one")));
    assertThat(file("one")).hasContent("half and half");
    Await.result(store.writeStream("two").pipeFrom(new Source(false)));
    assertThat(file("two")).hasContent("half and half");
    nothingIsLeft(store);
  }

  @Test
  void aSourceThatFailsLeavesNothing() {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("file");
    Future<Void> piped = new Source(true).pipeTo(stream);
    assertThat(Await.failure(piped)).hasMessage("the line broke");
    notCommitted(stream.receipt(), ErrorCode.STREAM_ABANDONED);
    assertThat(file("file")).doesNotExist();
    nothingIsLeft(store);
  }

  @Test
  void aSourceThatFailsIsNamedByPipeFrom() {
    ManagedStore store = open();
    Future<?> piped = store.writeStream("file").pipeFrom(new Source(true));
    MutationException failure = notCommitted(piped, ErrorCode.STREAM_ABANDONED);
    assertThat(failure).hasMessageContaining("the line broke");
    nothingIsLeft(store);
  }

  @Test
  void aPipeThatIsClosedLeavesNothing() {
    ManagedStore store = open();
    Await.result(store.publish("source", bytes(5_000_000)));
    StoreReadStream source = store.readStream("source");
    Pipe<Buffer> pipe = source.pipe();
    StoreWriteStream stream = store.writeStream("file");
    Future<Void> piped = pipe.to(stream);
    pipe.close();
    assertThat(Await.failure(piped)).hasMessage("Pipe closed");
    notCommitted(stream.receipt(), ErrorCode.STREAM_ABANDONED);
    Await.result(source.close());
    nothingIsLeft(store);
  }

  @Test
  void aUserWhoKeepsHalfOnPurposeMay() {
    ManagedStore store = open();
    StoreWriteStream stream = store.writeStream("file");
    Future<Void> kept =
        new Source(true).pipe().endOnFailure(false).to(stream).recover(e -> stream.end());
    Await.result(kept);
    assertThat(file("file")).hasContent("half ");
    nothingIsLeft(store);
  }

  @Test
  void aReadingWhoseDestinationFailsIsClosed() {
    ManagedStore store = open();
    Await.result(store.publish("source", bytes(5_000_000)));
    StoreReadStream source = store.readStream("source");
    Future<Void> piped = source.pipeTo(new Refusing());
    assertThat(Await.failure(piped)).hasMessage("no");
    assertThat(Await.storeFailure(source.sha256()).code()).isEqualTo(ErrorCode.STREAM_ABANDONED);
    nothingIsLeft(store);
  }

  /** Takes nothing. */
  private static final class Refusing implements WriteStream<Buffer> {
    @Override
    public WriteStream<Buffer> exceptionHandler(Handler<Throwable> handler) {
      return this;
    }

    @Override
    public Future<Void> write(Buffer data) {
      return Future.failedFuture("no");
    }

    @Override
    public Future<Void> end() {
      return Future.succeededFuture();
    }

    @Override
    public WriteStream<Buffer> setWriteQueueMaxSize(int maxSize) {
      return this;
    }

    @Override
    public boolean writeQueueFull() {
      return false;
    }

    @Override
    public WriteStream<Buffer> drainHandler(Handler<Void> handler) {
      return this;
    }
  }
}
