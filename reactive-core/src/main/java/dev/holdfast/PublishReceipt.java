package dev.holdfast;

/**
 * A file that was published.
 *
 * @param path the path relative to the root
 * @param identity which file it is now, with its digest
 * @param outcome how it was made, and how durable that is
 */
public record PublishReceipt(String path, FileIdentity identity, MutationOutcome outcome)
    implements MutationReceipt {}
