package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.AppendReceipt;
import dev.holdfast.Appender;
import dev.holdfast.ManagedStore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Appends transcripts record by record, durably; goes on where a killed run stopped. */
final class Appending {
  /** So much may wait; what waits is written together. */
  private static final int QUEUE_BYTES = 64 * 1024;

  final Measurement append = new Measurement("append");
  private final Vertx vertx;
  private final Queue<String> notes;

  /** Appends; the notes are told what was found. */
  Appending(Vertx vertx, Queue<String> notes) {
    this.vertx = vertx;
    this.notes = notes;
  }

  /** Appends up to the last record. */
  Future<Void> grow(ManagedStore store, Transcript transcript) {
    return recordsThere(store, transcript)
        .compose(
            there ->
                store
                    .openAppender(transcript.path())
                    .compose(appender -> new Pump(appender, transcript, there).run()));
  }

  /** How many records an earlier run left; whatever else is there is a mismatch. */
  private Future<Integer> recordsThere(ManagedStore store, Transcript transcript) {
    String path = transcript.path();
    return store
        .exists(path)
        .compose(there -> there ? store.read(path) : Future.succeededFuture())
        .compose(
            file ->
                file == null
                    ? Future.succeededFuture(0)
                    : vertx.executeBlocking(() -> transcript.recordsIn(file.content()), false))
        .onSuccess(
            count -> {
              if (count > 0) {
                notes.add(
                    "went on           '%s' had %d of %d records"
                        .formatted(path, count, transcript.lengths().size()));
              }
            });
  }

  /** One transcript on its way; confined to its event loop. */
  private final class Pump {
    private final Appender appender;
    private final Transcript transcript;
    private final Promise<Void> handedOver = Promise.promise();
    private final List<Future<?>> appends = new ArrayList<>();
    private int next;
    private long offset;

    Pump(Appender appender, Transcript transcript, int there) {
      this.appender = appender.setWriteQueueMaxSize(QUEUE_BYTES);
      this.transcript = transcript;
      this.next = there;
      this.offset = transcript.bytes(there);
    }

    Future<Void> run() {
      appender.drainHandler(v -> fill());
      fill();
      return handedOver.future().compose(v -> Future.join(appends)).compose(v -> appender.close());
    }

    private void fill() {
      while (next < transcript.lengths().size() && !appender.writeQueueFull()) {
        Buffer record = Buffer.buffer(transcript.record(next++));
        long expected = offset;
        offset += record.length();
        appends.add(
            append
                .time(() -> appender.append(record), AppendReceipt::length)
                .map(receipt -> checked(receipt, expected)));
      }
      if (next == transcript.lengths().size()) {
        handedOver.tryComplete();
      }
    }

    private AppendReceipt checked(AppendReceipt receipt, long expected) {
      Vault.checkProven(receipt);
      check(
          Long.valueOf(expected).equals(receipt.offset()),
          "'" + receipt.path() + "': a record is at " + receipt.offset() + ", not " + expected);
      return receipt;
    }
  }
}
