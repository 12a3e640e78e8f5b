package dev.holdfast.internal.engine.root;

import java.util.Optional;

/**
 * What all handles on one root have to agree on.
 *
 * @param maxFileBytes the largest content of one operation
 */
public record RootOptions(int maxFileBytes) {

  /**
   * The first option that differs.
   *
   * @param other what another handle wants
   * @return its name and both values, or empty if they agree
   */
  public Optional<String> conflictWith(RootOptions other) {
    return maxFileBytes == other.maxFileBytes
        ? Optional.empty()
        : Optional.of("maxFileBytes=" + other.maxFileBytes + ", in use is " + maxFileBytes);
  }
}
