package dev.holdfast;

/** Proof of a change that ended as asked for. */
public sealed interface MutationReceipt
    permits PublishReceipt,
        ReplaceReceipt,
        RemoveReceipt,
        ConsumeReceipt,
        MoveReceipt,
        DetachReceipt,
        AppendReceipt,
        DirectoryReceipt {

  /**
   * What was changed.
   *
   * @return the path relative to the root
   */
  String path();

  /**
   * How it was changed, and how durable that is.
   *
   * @return a complete outcome
   */
  MutationOutcome outcome();
}
