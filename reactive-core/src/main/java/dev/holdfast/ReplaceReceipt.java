package dev.holdfast;

/**
 * A file that was replaced, or published because nothing was there.
 *
 * @param path the path relative to the root
 * @param identity which file it is now, with its digest
 * @param created whether nothing was at the path before
 * @param comparison how what was there had been compared with the expected file
 * @param outcome how it was made, and how durable that is
 */
public record ReplaceReceipt(
    String path,
    FileIdentity identity,
    boolean created,
    Comparison comparison,
    MutationOutcome outcome)
    implements MutationReceipt {}
