package dev.holdfast.internal.engine.root;

import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.Fd;
import java.util.Optional;

/**
 * An opened root: the retained descriptor and what was found out about it. Shared by all handles of
 * one kind on the root in this process.
 *
 * @param dir the directory; everything below is reached from here
 * @param key which directory it is
 * @param capabilities what its file system can do
 * @param locks the commit locks; empty for read-only handles where there are none
 * @param writeSide what changes need; empty if the handles are read-only
 */
public record Root(
    Fd dir,
    FileKey key,
    StoreCapabilities capabilities,
    Optional<CommitLocks> locks,
    Optional<WriteSide> writeSide)
    implements AutoCloseable {

  @Override
  public void close() {
    writeSide.ifPresent(WriteSide::close);
    locks.ifPresent(CommitLocks::close);
    dir.close();
  }
}
