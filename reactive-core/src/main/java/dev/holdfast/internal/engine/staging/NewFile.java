package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.Stat;

/**
 * A file that was written for a name, to be recognised there.
 *
 * @param self its attributes when it was made
 * @param length how many bytes it has
 * @param sha256 the digest of its content
 */
public record NewFile(Stat self, long length, String sha256) {}
