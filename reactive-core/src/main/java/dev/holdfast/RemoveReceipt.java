package dev.holdfast;

/**
 * A file that was removed.
 *
 * @param path the path relative to the root
 * @param identity which file it was, without digest
 * @param outcome how it was removed, and how durable that is
 */
public record RemoveReceipt(String path, FileIdentity identity, MutationOutcome outcome)
    implements MutationReceipt {}
