package dev.holdfast.internal.engine.directory;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.sys.NamePath;

/**
 * Where a change is wanted, and how.
 *
 * @param path the path, as the caller wrote it
 * @param names the same path, parsed
 * @param options durability, parents and fence
 */
public record Target(String path, NamePath names, WriteOptions options) {

  /**
   * A place for a change.
   *
   * @param path the path
   * @param options durability, parents and fence
   * @return the place
   * @throws Problem {@link ErrorCode#INVALID_PATH} if the path breaks a rule
   */
  public static Target of(String path, WriteOptions options) throws Problem {
    return new Target(path, ManagedPath.parse(path), options);
  }

  /**
   * Whether the change has to survive a power cut, and so needs its syncs.
   *
   * @return true with {@link Durability#FULL}
   */
  public boolean durable() {
    return options.getDurability() == Durability.FULL;
  }
}
