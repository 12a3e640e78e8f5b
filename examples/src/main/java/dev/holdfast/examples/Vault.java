package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import dev.holdfast.ErrorCode;
import dev.holdfast.ListOptions;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.PublishReceipt;
import dev.holdfast.StoreException;
import dev.holdfast.examples.SourceFile.Digest;
import dev.holdfast.examples.SourceFile.Loaded;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** What the store has to hold, and the operations that make and prove it. */
final class Vault {
  final Measurement publish = new Measurement("publish");
  final Measurement compare = new Measurement("compare");
  final Measurement read = new Measurement("read");
  final Measurement list = new Measurement("list");
  final Measurement reopenRead = new Measurement("reopen-read");

  /** By path: what was published, or was there already and is equal. */
  final Map<String, Digest> contents = new ConcurrentHashMap<>();

  /** What the store does not take, with its reason. */
  final Queue<String> refused = new ConcurrentLinkedQueue<>();

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
    check(
        receipt.outcome().durability() == DurabilityState.PROVEN,
        "'" + path + "': the receipt does not prove that it is durable");
    check(
        digest.sha256().equals(receipt.identity().sha256()),
        "'" + path + "': the receipt has another digest than the source");
    contents.put(path, digest);
    return digest;
  }

  private Future<Digest> notPublished(
      ManagedStore store, String path, Loaded loaded, Throwable failure) {
    if (!(failure instanceof StoreException refusal)) {
      return Future.failedFuture(failure);
    }
    switch (refusal.code()) {
      case INVALID_PATH, TOO_LARGE -> {
        refused.add(refusal.code() + ": " + refusal.getMessage());
        return Future.succeededFuture(loaded.digest());
      }
      case DESTINATION_CONFLICT -> {
        return verify(store, path, loaded.digest(), compare)
            .onSuccess(equal -> contents.put(path, equal));
      }
      default -> {
        return Future.failedFuture(failure);
      }
    }
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

  /** Lists a directory page by page and compares the entries, in order, with the expected ones. */
  Future<Void> verifyListing(ManagedStore store, String directory, List<String> names, int limit) {
    List<String> found = new ArrayList<>();
    return listFrom(store, directory, new ListOptions().setLimit(limit), found)
        .compose(
            v -> {
              Listings.compare(directory, names, found);
              return Future.succeededFuture();
            });
  }

  private Future<Void> listFrom(
      ManagedStore store, String directory, ListOptions options, List<String> found) {
    return list.time(() -> store.list(directory, options), page -> 0)
        .compose(
            page -> {
              page.entries().forEach(entry -> found.add(Listings.show(entry)));
              return page.next().isEmpty()
                  ? Future.succeededFuture()
                  : listFrom(store, directory, options.setAfter(page.next().get()), found);
            });
  }

  /** Prints how fast each kind of operation was. */
  void printTable(PrintStream out) {
    out.println();
    out.println(Measurement.HEADER);
    for (Measurement measurement : List.of(publish, compare, read, list, reopenRead)) {
      if (measurement != compare || measurement.count() > 0) {
        out.println(measurement.row());
      }
    }
    out.println();
  }
}
