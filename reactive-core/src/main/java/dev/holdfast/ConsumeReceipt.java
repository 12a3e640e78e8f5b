package dev.holdfast;

import io.vertx.core.buffer.Buffer;

/**
 * A file that was taken out of the store: read, and removed exactly as it was read.
 *
 * @param path the path relative to the root
 * @param identity which file it was, with its digest
 * @param content its bytes
 * @param outcome how it was removed, and how durable that is
 */
public record ConsumeReceipt(
    String path, FileIdentity identity, Buffer content, MutationOutcome outcome)
    implements MutationReceipt {}
