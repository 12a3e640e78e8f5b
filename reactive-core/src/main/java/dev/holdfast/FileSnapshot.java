package dev.holdfast;

import io.vertx.core.buffer.Buffer;

/**
 * A file as it was at one instant.
 *
 * @param path the path relative to the root
 * @param identity which file it was, with its digest
 * @param content all its bytes; the receiver's to keep
 */
public record FileSnapshot(String path, FileIdentity identity, Buffer content) {}
