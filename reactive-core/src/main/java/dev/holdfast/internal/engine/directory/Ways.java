package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Root;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
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
  private final View view;
  private final KnownWays verified;
  private final KnownWays durable;

  /**
   * How often the sync of a directory failed, for those that it did for. The kernel may have
   * dropped their entries, and would let the next sync succeed all the same: what was in them then
   * is never known to be durable.
   */
  private final ConcurrentHashMap<FileKey, Integer> failedSyncs;

  Ways(Sys sys, Root root, Directories directories, View view) {
    this.sys = sys;
    this.root = root;
    this.directories = directories;
    this.view = view;
    this.verified = new KnownWays();
    this.durable = new KnownWays();
    this.failedSyncs = new ConcurrentHashMap<>();
  }

  /** The same ways as another view has them: what is found out is known to both. */
  Ways(Ways known, Directories directories, View view) {
    this.sys = known.sys;
    this.root = known.root;
    this.directories = directories;
    this.view = view;
    this.verified = known.verified;
    this.durable = known.durable;
    this.failedSyncs = known.failedSyncs;
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
    walk(path, dir, mustLast);
  }

  /**
   * Verifies every directory on a way, also if that was done before.
   *
   * @param path the way from the root
   * @param dir the open directory at its end
   * @throws Problem if a directory is not fit, {@link ErrorCode#CHANGED_CONCURRENTLY} if the way
   *     leads elsewhere by now
   * @throws SysException if a call fails
   */
  void verify(NamePath path, OpenDirectory dir) throws Problem, SysException {
    walk(path, dir, false);
  }

  private void walk(NamePath path, OpenDirectory dir, boolean mustLast)
      throws Problem, SysException {
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
            ErrorCode.CHANGED_CONCURRENTLY,
            "the directory " + view.quoted(path) + " was replaced meanwhile");
      }
      verified.add(path, at.stat());
      if (mustLast) {
        durable.add(path, at.stat());
      }
    } finally {
      at.close();
    }
  }

  /**
   * Makes the names in a directory durable, for an operation that relies on one that is there
   * already, and that somebody else may have put there.
   *
   * @param dir the open directory
   * @throws Problem {@link ErrorCode#DURABILITY_FAILED} if a sync of it failed before
   * @throws SysException if it cannot be synced
   */
  public void settle(OpenDirectory dir) throws Problem, SysException {
    syncOnce(dir, FileKey.of(dir.stat()));
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
    if (failedSyncs.containsKey(key)) {
      throw new Problem(
          ErrorCode.DURABILITY_FAILED,
          "a sync of a directory on the way failed before, so that what was in it then is not known"
              + " to last");
    }
    sync(dir, key);
  }

  /**
   * How many syncs of a directory have failed, for {@link #syncNames}.
   *
   * @param dir the directory
   * @return their number so far
   */
  int failedSyncs(OpenDirectory dir) {
    return failedSyncs.getOrDefault(FileKey.of(dir.stat()), 0);
  }

  /**
   * Makes changes of names in a directory durable. A failure is remembered: it may have dropped the
   * names of others as well, whose own sync would then mean nothing.
   *
   * @param dir the directory, opened before the changes
   * @param failedBefore what {@link #failedSyncs} gave before the changes
   * @throws Problem {@link ErrorCode#DURABILITY_FAILED} if a sync has failed since then
   * @throws SysException if this one fails
   */
  void syncNames(OpenDirectory dir, int failedBefore) throws Problem, SysException {
    sync(dir, FileKey.of(dir.stat()));
    if (failedSyncs(dir) != failedBefore) {
      throw new Problem(
          ErrorCode.DURABILITY_FAILED,
          "another sync of the directory failed meanwhile, so that the name is not known to last");
    }
  }

  private void sync(OpenDirectory dir, FileKey key) throws SysException {
    try {
      sys.sync(dir.fd());
    } catch (SysException e) {
      if (e.errno() != Errno.EINTR) {
        failedSyncs.merge(key, 1, Integer::sum);
      }
      throw e;
    }
  }
}
