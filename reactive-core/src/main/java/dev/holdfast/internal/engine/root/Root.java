package dev.holdfast.internal.engine.root;

import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.Fd;

/**
 * An opened root: the retained descriptor and what was found out about it. Shared by all handles on
 * the root in this process.
 *
 * @param dir the directory; everything below is reached from here
 * @param key which directory it is
 * @param capabilities what its file system can do
 */
public record Root(Fd dir, FileKey key, StoreCapabilities capabilities) implements AutoCloseable {

  @Override
  public void close() {
    dir.close();
  }
}
