package dev.holdfast;

/**
 * A directory that is there now.
 *
 * @param path the path relative to the root
 * @param created whether this call made it or one of its parents
 * @param outcome how it was made, and how durable that is
 */
public record DirectoryReceipt(String path, boolean created, MutationOutcome outcome)
    implements MutationReceipt {}
