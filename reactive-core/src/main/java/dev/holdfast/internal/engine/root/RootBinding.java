package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.NamePath;
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
public record RootBinding(AbsolutePath path, FileKey key, long mountId) implements Binding {

  @Override
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
          "expected inode " + key.ino() + " at the root's path, found " + describe(found, key));
    }
    return found;
  }

  @Override
  public Binding below(Fd root, NamePath way, Stat dir) {
    return new SubtreeBinding(this, root, way, FileKey.of(dir), dir.mountId());
  }

  static String describe(Stat found, FileKey key) {
    return FileKey.of(found).equals(key)
        ? "the same directory through another mount"
        : found.type().describe() + " with inode " + found.ino();
  }
}
