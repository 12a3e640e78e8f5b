package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.history.HistoryBounds;
import java.util.Optional;

/**
 * What all handles on one root have to agree on.
 *
 * @param maxFileBytes the largest content of one operation
 * @param history how much is kept of older versions
 */
public record RootOptions(int maxFileBytes, HistoryBounds history) {

  /**
   * Options without older versions.
   *
   * @param maxFileBytes the largest content of one operation
   */
  public RootOptions(int maxFileBytes) {
    this(maxFileBytes, HistoryBounds.NONE);
  }

  /**
   * The first option that differs.
   *
   * @param other what another handle wants
   * @return its name and both values, or empty if they agree
   */
  public Optional<String> conflictWith(RootOptions other) {
    return differs("maxFileBytes", other.maxFileBytes, maxFileBytes)
        .or(() -> differs("keepHistory", other.history.versions(), history.versions()))
        .or(
            () ->
                differs(
                    "historyMaxAgeMillis", other.history.maxAgeMillis(), history.maxAgeMillis()))
        .or(() -> differs("historyMaxBytes", other.history.maxBytes(), history.maxBytes()));
  }

  private static Optional<String> differs(String name, long wanted, long inUse) {
    return wanted == inUse
        ? Optional.empty()
        : Optional.of(name + "=" + wanted + ", in use is " + inUse);
  }
}
