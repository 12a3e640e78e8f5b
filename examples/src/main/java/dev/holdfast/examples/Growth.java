package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ManagedStore;
import dev.holdfast.ReplaceReceipt;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Replaces metadata state by state while others read it; goes on where a killed run stopped. */
final class Growth {
  private static final int READS = 3;
  private static final long PAUSE_NANOS = 50_000;

  final Measurement replace = new Measurement("replace");
  final LongAdder readsFromOutside = new LongAdder();
  private final Vertx vertx;
  private final Path root;
  private final Queue<String> notes;

  /** Growth in the store at a root; the notes are told what was found. */
  Growth(Vertx vertx, Path root, Queue<String> notes) {
    this.vertx = vertx;
    this.root = root;
    this.notes = notes;
  }

  /** Replaces up to the last state. */
  Future<Void> grow(ManagedStore store, Metadata metadata) {
    return lastState(store, metadata)
        .compose(
            last -> {
              Future<Void> grown = Future.succeededFuture();
              for (int i = last + 1; i < metadata.states().size(); i++) {
                int next = i;
                grown = grown.compose(v -> step(store, metadata, next));
              }
              return grown;
            });
  }

  /** The state that an earlier run left, -1 if none. */
  private Future<Integer> lastState(ManagedStore store, Metadata metadata) {
    return store
        .exists(metadata.path())
        .compose(there -> there ? store.read(metadata.path()) : Future.succeededFuture())
        .map(
            file -> {
              int last = file == null ? -1 : metadata.stateOf(file.content());
              if (last >= 0) {
                notes.add(
                    "went on           '%s' was in state %d of %d"
                        .formatted(metadata.path(), last + 1, metadata.states().size()));
              }
              return last;
            });
  }

  private Future<Void> step(ManagedStore store, Metadata metadata, int next) {
    String path = metadata.path();
    Future<ReplaceReceipt> replaced =
        replace.time(
            () -> store.replace(path, metadata.states().get(next)),
            receipt -> receipt.identity().size());
    List<Future<?>> all = new ArrayList<>();
    all.add(
        replaced.map(
            receipt -> {
              Vault.checkProven(receipt);
              check(receipt.created() == (next == 0), "'" + path + "' was there, or was not");
              return receipt;
            }));
    for (int i = 0; i < READS; i++) {
      // Called later than the replace, on the same path, so it is this state and no other.
      all.add(store.read(path).map(file -> checkState(metadata, file.content(), next, next)));
    }
    if (next > 0) {
      all.add(
          vertx
              .executeBlocking(() -> watch(metadata, next, replaced), false)
              .onSuccess(readsFromOutside::add));
    }
    return Future.all(all).mapEmpty();
  }

  /** Reads beside the replacing, past the store: the old state or the new one, never back again. */
  private long watch(Metadata metadata, int next, Future<?> replaced) throws IOException {
    Path file = root.resolve(metadata.path());
    long reads = 0;
    int seen = next - 1;
    boolean ended;
    do {
      ended = replaced.isComplete();
      Buffer content = Buffer.buffer(Files.readAllBytes(file));
      seen = checkState(metadata, content, ended ? next : seen, next);
      reads++;
      LockSupport.parkNanos(PAUSE_NANOS);
    } while (!ended);
    return reads;
  }

  private static int checkState(Metadata metadata, Buffer content, int from, int to) {
    int state = metadata.stateOf(content);
    check(
        from <= state && state <= to,
        "'" + metadata.path() + "': state " + state + " was read where " + to + " is due");
    return state;
  }
}
