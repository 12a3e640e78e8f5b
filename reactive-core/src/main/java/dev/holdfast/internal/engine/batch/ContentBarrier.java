package dev.holdfast.internal.engine.batch;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * Makes the contents of a batch durable, before any of its files gets a name: each file by itself,
 * or all with one sync of the file system.
 *
 * <p>The kernel tells a failure to write back once to each open file description, and only if that
 * was opened before. So the sync goes through the first file of the batch: its description is the
 * batch's own, was opened before the first byte of any member was written, and is used for this
 * once. If the sync fails, somebody's data was dropped, ours or a stranger's; then each file is
 * asked, through its own description, and only a member whose own sync fails is not committed.
 */
final class ContentBarrier {
  private final ManagedRoot root;
  private final SyncFsUse use;

  ContentBarrier(ManagedRoot root, SyncFsUse use) {
    this.root = root;
    this.use = use;
  }

  /**
   * Syncs; a member for which it fails has ended afterwards.
   *
   * @param members those that have to be durable, in the order in which they were staged
   */
  void sync(List<Member<?>> members) {
    if (!syncAtOnce(members)) {
      members.forEach(Member::sync);
    }
  }

  private boolean syncAtOnce(List<Member<?>> members) {
    Sys sys = root.sys();
    long begin = sys.monotonicNanos();
    if (!root.root().capabilities().syncFs() || !use.isDue(members.size(), begin)) {
      return false;
    }
    try {
      sys.syncFs(members.get(0).fd());
      long end = sys.monotonicNanos();
      use.took(end - begin, end);
      return true;
    } catch (SysException e) {
      long end = sys.monotonicNanos();
      use.failed(end - begin, end);
      return false;
    }
  }
}
