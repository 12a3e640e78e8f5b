package dev.holdfast;

/**
 * A file that was taken out of its path and not removed. A plain value: it may be kept, also across
 * restarts, and another process may use it.
 *
 * @param id its name among the detached files
 * @param path the path that it had in the store that it was detached from, which is the one that
 *     can attach or discard it (or another handle on the same directory); empty if that was lost in
 *     a power cut
 * @param identity which file it is, without digest; exactly this one is attached or discarded
 */
public record DetachedFile(String id, String path, FileIdentity identity) {}
