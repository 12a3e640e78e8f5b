package dev.holdfast;

import java.util.List;

/**
 * What dead processes had left in the store's private place when it was opened. Files at their
 * paths are not concerned: those are whole at any time.
 *
 * @param engines how many dead engines left something
 * @param removed how many objects were removed: content that never became visible, or that was
 *     being removed
 * @param versions how many files were moved to the older versions, which had been replaced and were
 *     to be kept
 * @param rescued paths of objects that are not ours, moved to {@code .holdfast/rescued}
 * @param left paths of objects that could not be moved there and were left where they are
 */
public record RecoveryReport(
    int engines, int removed, int versions, List<String> rescued, List<String> left) {
  /** Nothing was found. */
  public static final RecoveryReport NOTHING = new RecoveryReport(0, 0, 0, List.of(), List.of());

  /**
   * A report.
   *
   * @param engines how many dead engines left something
   * @param removed how many objects were removed
   * @param versions how many files were moved to the older versions
   * @param rescued paths of objects that are not ours
   * @param left paths of objects that were left where they are
   */
  public RecoveryReport {
    rescued = List.copyOf(rescued);
    left = List.copyOf(left);
  }
}
