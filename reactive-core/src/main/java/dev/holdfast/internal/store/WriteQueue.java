package dev.holdfast.internal.store;

import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** What waits to be written to one stream. Filled by any thread, emptied by one at a time. */
final class WriteQueue {
  private record Item(Buffer data, Promise<Void> written) {}

  /**
   * What is written at once.
   *
   * @param content the bytes
   * @param completed those who wait for data that ends in it
   */
  record Piece(Buffer content, List<Promise<Void>> completed) {}

  private final Queue<Item> items = new ConcurrentLinkedQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private int taken; // of the first item

  void add(Buffer data, Promise<Void> written) {
    waiting.addAndGet(data.length());
    items.add(new Item(data, written));
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  /** How many bytes were added and not yet written. */
  long waiting() {
    return waiting.get();
  }

  /**
   * Takes the next piece: several small buffers become one, a large one is cut.
   *
   * @param most how many bytes at most
   */
  Piece next(int most) {
    List<Buffer> parts = new ArrayList<>();
    List<Promise<Void>> completed = new ArrayList<>();
    int length = 0;
    for (Item head = items.peek(); head != null && length < most; head = items.peek()) {
      int end = (int) Math.min(head.data.length(), (long) taken + most - length);
      parts.add(head.data.slice(taken, end));
      length += end - taken;
      taken = end;
      if (end == head.data.length()) {
        items.remove();
        taken = 0;
        completed.add(head.written);
      }
    }
    return new Piece(parts.size() == 1 ? parts.get(0) : joined(parts, length), completed);
  }

  private static Buffer joined(List<Buffer> parts, int length) {
    Buffer all = Buffer.buffer(length);
    parts.forEach(all::appendBuffer);
    return all;
  }

  /** Notes that a piece was written. */
  void written(Piece piece) {
    waiting.addAndGet(-piece.content().length());
    piece.completed().forEach(Promise::complete);
  }

  /** Drops what waits. From any thread; everybody who waits is told once. */
  void fail(Throwable cause) {
    for (Item item = items.poll(); item != null; item = items.poll()) {
      item.written.fail(cause);
    }
    waiting.set(0);
  }
}
