package dev.holdfast.internal.sys;

/**
 * What an implementation brings to the contract.
 *
 * @param sys the port under test
 * @param path an empty directory of this test's own
 * @param outside the rest of the world
 */
public record Environment(Sys sys, AbsolutePath path, Outside outside) {}
