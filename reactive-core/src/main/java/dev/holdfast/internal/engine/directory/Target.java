package dev.holdfast.internal.engine.directory;

import dev.holdfast.Durability;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.NamePath;

/**
 * Where a change is wanted, and how.
 *
 * @param path the path, as the caller wrote it
 * @param names the same place, from the root
 * @param options durability, parents and fence
 */
public record Target(String path, NamePath names, WriteOptions options) {

  /**
   * Whether the change has to survive a power cut, and so needs its syncs.
   *
   * @return true with {@link Durability#FULL}
   */
  public boolean durable() {
    return options.getDurability() == Durability.FULL;
  }
}
