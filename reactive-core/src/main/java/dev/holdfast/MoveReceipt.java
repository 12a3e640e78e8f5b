package dev.holdfast;

/**
 * A file that was moved.
 *
 * @param path its path now, relative to the root
 * @param source its path before
 * @param identity which file it is, without digest
 * @param outcome how it was moved, and how durable that is
 */
public record MoveReceipt(
    String path, String source, FileIdentity identity, MutationOutcome outcome)
    implements MutationReceipt {}
