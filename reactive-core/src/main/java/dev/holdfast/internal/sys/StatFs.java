package dev.holdfast.internal.sys;

/**
 * What the kernel says about a file system.
 *
 * @param type its type's usual name such as {@code ext4}, or its magic number in hexadecimal
 * @param readOnly whether the mount refuses writes
 */
public record StatFs(String type, boolean readOnly) {}
