package dev.holdfast;

/** What a successful change has to survive. */
public enum Durability {
  /** A power cut: content and name are synced before the future succeeds. The default. */
  FULL,
  /**
   * The death of the process, but not a power cut: nothing is synced, the kernel writes it out when
   * it likes.
   */
  OS_BUFFERED
}
