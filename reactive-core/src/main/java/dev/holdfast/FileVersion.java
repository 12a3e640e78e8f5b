package dev.holdfast;

import java.time.Instant;

/**
 * An older version of a file, which a replace put aside.
 *
 * @param path the path of the file
 * @param version its number; larger than that of every older one
 * @param replacedAt when it was replaced, by the time of day then; later than that where the clock
 *     had gone back
 * @param size how many bytes it has
 */
public record FileVersion(String path, long version, Instant replacedAt, long size) {}
