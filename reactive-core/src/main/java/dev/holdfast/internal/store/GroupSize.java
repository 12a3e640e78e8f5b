package dev.holdfast.internal.store;

import dev.holdfast.MutationException;
import dev.holdfast.StoreException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How many records are written together: all that wait, until a group cannot be written, for
 * example since the disk is full; then fewer, and more again as groups succeed. What did not fit
 * with others may fit by itself.
 */
final class GroupSize {
  private final AtomicInteger records = new AtomicInteger(AppendGroup.MOST_RECORDS);

  int records() {
    return records.get();
  }

  void failed(int together, @Nullable StoreException failure) {
    if (failure instanceof MutationException change && change.mutation().provenNotCommitted()) {
      records.set(Math.max(1, together / 2));
    }
  }

  void succeeded(int together) {
    records.updateAndGet(now -> together < now ? now : Math.min(AppendGroup.MOST_RECORDS, 2 * now));
  }
}
