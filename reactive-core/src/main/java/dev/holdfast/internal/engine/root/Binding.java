package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * What a root's path meant when the handle was opened. A retained descriptor goes on working when
 * the directory is moved away or covered by a mount; whoever uses the path next would look
 * elsewhere.
 *
 * @param path the path that the handle was opened with
 * @param key the directory
 * @param mountId the mount it was reached through
 */
public record Binding(AbsolutePath path, FileKey key, long mountId) {

  /**
   * Checks that the path still means the same directory.
   *
   * @param sys the port
   * @return the directory's attributes
   * @throws Problem {@link ErrorCode#ROOT_BINDING_CHANGED} if it does not, or nobody can tell
   */
  public Stat check(Sys sys) throws Problem {
    Stat found;
    try {
      found = sys.stat(path);
    } catch (SysException e) {
      throw new Problem(
          ErrorCode.ROOT_BINDING_CHANGED,
          "the root's path does not lead to the opened directory: " + e.describe(),
          e);
    }
    if (!FileKey.of(found).equals(key) || found.mountId() != mountId) {
      throw new Problem(
          ErrorCode.ROOT_BINDING_CHANGED,
          "expected inode " + key.ino() + " at the root's path, found " + describe(found));
    }
    return found;
  }

  private String describe(Stat found) {
    return FileKey.of(found).equals(key)
        ? "the same directory through another mount"
        : found.type().describe() + " with inode " + found.ino();
  }
}
