package dev.holdfast;

/**
 * What a sweep found.
 *
 * @param recovered what processes that died since the store was opened had left
 * @param removedVersions how many older versions were removed, since they exceeded their bounds
 */
public record SweepReport(RecoveryReport recovered, int removedVersions) {}
