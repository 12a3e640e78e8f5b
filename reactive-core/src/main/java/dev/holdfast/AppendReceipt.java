package dev.holdfast;

import org.jspecify.annotations.Nullable;

/**
 * A record that was appended.
 *
 * @param path the path relative to the root
 * @param identity which file it is now, that is after everything that was written together with
 *     this record; with the digest of the whole file if it was asked for, or is known anyway
 * @param offset where in the file the record starts, or null if somebody who takes no locks wrote
 *     at the same time, so that nobody can tell
 * @param length how many bytes it takes, a newline that was added included
 * @param created whether nothing was at the path before
 * @param rescued where in the store what a crash had left of an earlier record was moved to, or
 *     null if there was nothing of that kind
 * @param outcome how it was appended, and how durable that is
 */
public record AppendReceipt(
    String path,
    FileIdentity identity,
    @Nullable Long offset,
    int length,
    boolean created,
    @Nullable String rescued,
    MutationOutcome outcome)
    implements MutationReceipt {}
