package dev.holdfast.internal.sys;

import org.jspecify.annotations.Nullable;

/**
 * What tells a process apart from every other one; a null is something that the system hides.
 *
 * @param pid its number
 * @param startTicks when it started, in clock ticks since boot
 * @param bootId the kernel's boot id
 * @param pidNamespace the namespace that gives the number its meaning
 */
public record ProcessIdentity(
    long pid, @Nullable Long startTicks, @Nullable String bootId, @Nullable Long pidNamespace) {}
