package dev.holdfast.internal.store;

import dev.holdfast.Comparison;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileSnapshot;
import dev.holdfast.ManagedStore;
import dev.holdfast.MutationException;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.StoreException;
import dev.holdfast.WriteOptions;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.function.Function;

/** Reads, asks, and writes if nothing has happened meanwhile; otherwise begins anew. */
final class Update {
  private final ManagedStore store;
  private final String path;
  private final Function<Optional<FileSnapshot>, Future<Buffer>> change;
  private final WriteOptions options;

  Update(
      ManagedStore store,
      String path,
      Function<Optional<FileSnapshot>, Future<Buffer>> change,
      WriteOptions options) {
    this.store = store;
    this.path = path;
    this.change = change;
    this.options = options;
  }

  Future<ReplaceReceipt> attempt(int attempt) {
    return store
        .read(path)
        .map(Optional::of)
        .recover(Update::absent)
        .compose(
            found ->
                change
                    .apply(found)
                    .compose(
                        content ->
                            write(found, content)
                                .recover(
                                    e ->
                                        attempt < ManagedStore.UPDATE_ATTEMPTS && isOvertaken(e)
                                            ? attempt(attempt + 1)
                                            : Future.failedFuture(e))));
  }

  private static Future<Optional<FileSnapshot>> absent(Throwable e) {
    return e instanceof StoreException failure && failure.code() == ErrorCode.NOT_FOUND
        ? Future.succeededFuture(Optional.empty())
        : Future.failedFuture(e);
  }

  private Future<ReplaceReceipt> write(Optional<FileSnapshot> found, Buffer content) {
    if (found.isPresent()) {
      Expectation same = Expectation.identity(found.get().identity());
      return store.compareAndReplace(path, same, content, options);
    }
    return store
        .publish(path, content, options)
        .map(
            receipt ->
                new ReplaceReceipt(
                    path, receipt.identity(), true, Comparison.NONE, receipt.outcome()));
  }

  /** Somebody else was faster, and our change was not made. */
  private static boolean isOvertaken(Throwable e) {
    if (!(e instanceof MutationException failure) || !failure.mutation().provenNotCommitted()) {
      return false;
    }
    return switch (failure.code()) {
      case IDENTITY_MISMATCH, NOT_FOUND, DESTINATION_CONFLICT, CHANGED_CONCURRENTLY -> true;
      default -> false;
    };
  }
}
