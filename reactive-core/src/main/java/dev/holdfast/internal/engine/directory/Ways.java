package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Root;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way from the root to the directory of a change. At its first use every directory on it is
 * verified; and if the change is to be durable, every one is synced, since a directory that another
 * process made may be on its way to the disk still: a file in it would be acknowledged and lost
 * with it. Later uses by this process cost nothing.
 */
public final class Ways {
  private final Sys sys;
  private final Root root;
  private final Directories directories;
  private final KnownWays verified = new KnownWays();
  private final KnownWays durable = new KnownWays();

  /**
   * Directories whose sync failed once. The kernel may have dropped their entries, and would let
   * the next sync succeed all the same: what was in them then is never known to be durable.
   */
  private final Set<FileKey> failedSyncs = ConcurrentHashMap.newKeySet();

  Ways(Sys sys, Root root, Directories directories) {
    this.sys = sys;
    this.root = root;
    this.directories = directories;
  }

  /**
   * Makes sure that every directory on a way is fit for a change at its end.
   *
   * @param path the way from the root
   * @param dir the open directory at its end
   * @param mustLast whether the way has to be there after a power cut
   * @throws Problem if a directory is not fit, {@link ErrorCode#CHANGED_CONCURRENTLY} if the way
   *     leads elsewhere by now, {@link ErrorCode#DURABILITY_FAILED} if it cannot be proven to last
   * @throws SysException if a call fails
   */
  public void prove(NamePath path, OpenDirectory dir, boolean mustLast)
      throws Problem, SysException {
    if (path.isEmpty() || (mustLast ? durable : verified).contains(path, dir.stat())) {
      return; // the root's own name was synced when it was opened
    }
    OpenDirectory at = new OpenDirectory(root.dir(), dir.stat(), false);
    try {
      FileKey key = root.key();
      for (int depth = 1; depth <= path.names().size(); depth++) {
        if (mustLast) {
          syncOnce(at, key);
        }
        OpenDirectory next = openNext(at, path.first(depth));
        at.close();
        at = next;
        key = FileKey.of(at.stat());
      }
      if (!at.stat().sameObject(dir.stat())) {
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY, "the directory '" + path + "' was replaced meanwhile");
      }
      verified.add(path, at.stat());
      if (mustLast) {
        durable.add(path, at.stat());
      }
    } finally {
      at.close();
    }
  }

  /** It was there a moment ago, when its end was opened. */
  private OpenDirectory openNext(OpenDirectory at, NamePath way) throws Problem, SysException {
    try {
      return directories.openNext(at.fd(), way);
    } catch (Problem e) {
      if (e.code() != ErrorCode.NOT_FOUND && e.code() != ErrorCode.NOT_DIRECTORY) {
        throw e;
      }
      throw new Problem(
          ErrorCode.CHANGED_CONCURRENTLY,
          "the directory was moved or removed during the operation: " + e.getMessage(),
          e.failedCall());
    }
  }

  private void syncOnce(OpenDirectory dir, FileKey key) throws Problem, SysException {
    if (failedSyncs.contains(key)) {
      throw new Problem(
          ErrorCode.DURABILITY_FAILED,
          "a sync of a directory on the way failed before, so that what was made in it is not known"
              + " to last");
    }
    try {
      sys.sync(dir.fd());
    } catch (SysException e) {
      if (e.errno() != Errno.EINTR) {
        failedSyncs.add(key);
      }
      throw e;
    }
  }
}
