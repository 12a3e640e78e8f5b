package dev.holdfast.internal.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The streams of one store that are not over; each counts as one of its pending operations. */
final class OpenStreams {
  private final Runnable ended;
  private final Set<StreamTie> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * None.
   *
   * @param ended is told of each stream that was open and is over
   */
  OpenStreams(Runnable ended) {
    this.ended = ended;
  }

  void add(StreamTie stream) {
    open.add(stream);
    if (closed) {
      stream.storeCloses();
    }
  }

  void remove(StreamTie stream) {
    open.remove(stream);
    ended.run();
  }

  /** Stops those that are open and those that are just being opened. */
  void close() {
    closed = true;
    open.forEach(StreamTie::storeCloses);
  }
}
