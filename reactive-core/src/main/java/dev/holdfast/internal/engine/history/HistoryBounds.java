package dev.holdfast.internal.engine.history;

/**
 * How much is kept of the older versions of one file. What exceeds one of the bounds is removed,
 * oldest first.
 *
 * @param versions how many at most; 0 means that nothing is kept, and nothing that was kept is
 *     removed
 * @param maxAgeMillis how old the oldest may be
 * @param maxBytes how many bytes all of them may have
 */
public record HistoryBounds(int versions, long maxAgeMillis, long maxBytes) {
  /** Nothing is kept. */
  public static final HistoryBounds NONE = new HistoryBounds(0, Long.MAX_VALUE, Long.MAX_VALUE);

  /**
   * Whether older versions are kept.
   *
   * @return false if a replace drops what it replaces
   */
  public boolean keeps() {
    return versions > 0;
  }
}
