package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ErrorCode;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationReceipt;
import dev.holdfast.PublishReceipt;
import dev.holdfast.StoreException;
import dev.holdfast.examples.SourceFile.Digest;
import dev.holdfast.examples.SourceFile.Loaded;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the store has to hold, and the operations that make and prove it. */
final class Vault {
  final Measurement publish = new Measurement("publish");
  final Measurement compare = new Measurement("compare");
  final Measurement remove = new Measurement("remove");
  final Measurement read = new Measurement("read");

  /** By path: what was published, or was there already and is equal. */
  final Map<String, Digest> contents = new ConcurrentHashMap<>();

  /** What people should know: files that the store does not take, traces of an earlier run. */
  final Queue<String> notes = new ConcurrentLinkedQueue<>();

  private final Vertx vertx;

  Vault(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Publishes a file durably; one that is there already has to be equal. */
  Future<Digest> publish(ManagedStore store, SourceFile file) {
    return vertx
        .executeBlocking(file::load, false)
        .compose(
            loaded ->
                publish
                    .time(
                        () -> store.publish(file.path(), loaded.content()),
                        receipt -> receipt.identity().size())
                    .map(receipt -> published(receipt, loaded.digest()))
                    .recover(e -> notPublished(store, file.path(), loaded, e)));
  }

  private Digest published(PublishReceipt receipt, Digest digest) {
    String path = receipt.path();
    checkProven(receipt);
    check(
        digest.sha256().equals(receipt.identity().sha256()),
        "'" + path + "': the receipt has another digest than the source");
    contents.put(path, digest);
    return digest;
  }

  private Future<Digest> notPublished(
      ManagedStore store, String path, Loaded loaded, Throwable failure) {
    if (failure instanceof StoreException refusal) {
      if (refusal.code() == ErrorCode.DESTINATION_CONFLICT) {
        return verify(store, path, loaded.digest(), compare)
            .onSuccess(equal -> contents.put(path, equal));
      }
      if (refusal.code() == ErrorCode.INVALID_PATH || refusal.code() == ErrorCode.TOO_LARGE) {
        notes.add("skipped: " + refusal.code() + ": " + refusal.getMessage());
        return Future.succeededFuture(loaded.digest());
      }
    }
    return Future.failedFuture(failure);
  }

  /** Reads a file and compares it with what was published. */
  Future<Digest> verify(ManagedStore store, String path, Digest expected, Measurement measurement) {
    return measurement
        .time(() -> store.read(path), file -> file.content().length())
        .compose(
            file ->
                vertx.executeBlocking(
                    () -> {
                      Digest found = SourceFile.digest(file.content());
                      check(
                          found.equals(expected),
                          "'" + path + "' holds " + found + ", its source is " + expected);
                      check(
                          found.sha256().equals(file.identity().sha256()),
                          "'" + path + "': the store's digest is not that of the content");
                      return found;
                    },
                    false));
  }

  /** Publishes onto a name that is taken, which must be refused and change nothing. */
  Future<Void> verifyConflict(ManagedStore store, String path) {
    return store
        .publish(path, Buffer.buffer("must never be seen"))
        .transform(
            result -> {
              check(result.failed(), "'" + path + "' was published twice");
              if (!(result.cause() instanceof StoreException refusal)
                  || refusal.code() != ErrorCode.DESTINATION_CONFLICT) {
                return Future.failedFuture(result.cause());
              }
              check(
                  refusal.outcome().filter(o -> o.state() == State.NOT_COMMITTED).isPresent(),
                  "'" + path + "': the refused publish does not say that nothing changed");
              return Future.succeededFuture();
            });
  }

  /** Removes a file; then it is not there, and removing it once more finds nothing. */
  Future<?> remove(ManagedStore store, SourceFile file) {
    String path = file.path();
    return remove
        .time(() -> store.remove(path), receipt -> receipt.identity().size())
        .compose(
            receipt -> {
              checkProven(receipt);
              Digest digest = contents.remove(path);
              check(
                  digest != null && digest.size() == receipt.identity().size(),
                  "'" + path + "': what was removed is not what was published");
              return store.exists(path);
            })
        .compose(
            there -> {
              check(!there, "'" + path + "' was removed and is there");
              return store.removeIfExists(path);
            })
        .map(
            again -> {
              check(!again, "'" + path + "' was removed twice");
              return again;
            });
  }

  static void checkProven(MutationReceipt receipt) {
    check(
        receipt.outcome().durability() == DurabilityState.PROVEN,
        "'" + receipt.path() + "': the receipt does not prove that the change is durable");
  }
}
