package dev.holdfast.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * Keeps what becomes ready while a caller is still handing in, and passes it on in one piece when
 * the caller is done; what becomes ready later is passed on at once. Safe for use by any thread.
 *
 * @param <M> what becomes ready
 */
final class Together<M> implements Consumer<M> {
  private final Consumer<List<M>> next;
  private final Queue<M> kept = new ConcurrentLinkedQueue<>();
  private volatile boolean complete;

  Together(Consumer<List<M>> next) {
    this.next = next;
  }

  @Override
  public void accept(M ready) {
    kept.add(ready);
    if (complete) {
      pass();
    }
  }

  /** The caller is done. */
  void complete() {
    complete = true;
    pass();
  }

  private void pass() {
    List<M> all = new ArrayList<>();
    for (M each = kept.poll(); each != null; each = kept.poll()) {
      all.add(each);
    }
    if (!all.isEmpty()) {
      next.accept(all);
    }
  }
}
