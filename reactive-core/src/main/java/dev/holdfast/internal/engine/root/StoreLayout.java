package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.RecoveryReport;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.commit.CommitLocks;
import dev.holdfast.internal.engine.history.History;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.Missing;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.NewDirectory;
import dev.holdfast.internal.engine.staging.PrivateMoves;
import dev.holdfast.internal.engine.staging.Recovery;
import dev.holdfast.internal.engine.staging.Rescue;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagedFiles;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** The store's own directory in a root: made, verified, and finished after a crash. */
final class StoreLayout {
  private static final String META = Layout.META.toString();

  /** How many older versions are looked at when a root is opened, whatever their number. */
  private static final int SWEPT_AT_OPEN = 1_000;

  private final ProcessScope<?> scope;
  private final Sys sys;
  private final OwnerOnly ownerOnly;
  private final Fd dir;
  private final FileKey key;
  private final HistoryBounds bounds;

  /** What has to be closed if a later step fails, newest first. */
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  StoreLayout(ProcessScope<?> scope, Fd dir, FileKey key, HistoryBounds bounds)
      throws SysException {
    this.scope = scope;
    this.sys = CapabilityProbe.isLocal(scope.sys(), dir) ? scope.localSys() : scope.sys();
    this.ownerOnly = new OwnerOnly(sys);
    this.dir = dir;
    this.key = key;
    this.bounds = bounds;
  }

  // ---- for handles that change nothing ----

  Root look() throws Problem, SysException {
    StoreCapabilities capabilities = new CapabilityProbe(sys, ownerOnly).look(dir);
    try {
      Fd meta = sys.openDir(dir, NamePath.of(Layout.META));
      opened.push(meta);
      verifyMeta(meta);
      new StoreRecord(sys, ownerOnly).readIfThere(meta);
      if (Names.lookUp(sys, meta, Layout.COMMIT_LOCK).isPresent()) {
        return new Root(
            dir, key, capabilities, Optional.of(locks(meta, Access.READ)), Optional.empty());
      }
      meta.close();
    } catch (Problem e) {
      closeOpened();
      throw e;
    } catch (SysException e) {
      closeOpened();
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
    return new Root(dir, key, capabilities, Optional.empty(), Optional.empty());
  }

  private void verifyMeta(Fd meta) throws Problem, SysException {
    try {
      ownerOnly.verify(meta, FileType.DIRECTORY);
    } catch (Problem e) {
      throw e.with("'" + META + "'");
    }
  }

  // ---- for handles that may change something ----

  Root make(AbsolutePath path) throws Problem, SysException {
    try {
      CapabilityProbe.refuseUnfit(sys, dir);
      Fd meta = own(dir, Layout.META, META);
      StoreRecord record = new StoreRecord(sys, ownerOnly);
      record.readIfThere(meta); // what another version made is left as it is
      Fd staging = own(meta, Layout.STAGING, META + "/" + Layout.STAGING);
      Fd rescued = own(meta, Layout.RESCUED, META + "/" + Layout.RESCUED);
      StagingDirectory mine = staging(staging);
      opened.push(mine);
      StoreCapabilities capabilities = new CapabilityProbe(sys, ownerOnly).tryOut(dir, mine);
      refuseIfUnfit(capabilities);
      StagedFiles files = new StagedFiles(sys, mine, capabilities.publication());
      if (capabilities.unnamedFiles()) {
        probeModes(mine);
      }
      PrivateMoves moves = new PrivateMoves(sys, capabilities.renameNoReplace());
      Rescue rescue = new Rescue(moves, files, scope.randomNames(), rescued);
      record.readOrCreate(meta, files, capabilities.local());
      makeCommitLock(meta, files, capabilities.local());
      CommitLocks locks = locks(meta, Access.READ_WRITE);
      History history = new History(sys, ownerOnly, dir, bounds);
      WriteSide.Recovering recovering =
          capabilities.local()
              ? () -> new Recovery(sys, staging, rescue, history, dir, locks).run()
              : () -> RecoveryReport.NOTHING; // elsewhere a lock proves nothing
      RecoveryReport recovered = recovering.run();
      sweep(history);
      syncFirst(staging); // or a power cut could take our directory, and what was moved into it
      sys.sync(meta);
      sys.sync(dir);
      syncAbove(path);
      WriteSide writeSide =
          new WriteSide(locks, mine, files, moves, rescue, history, recovering, recovered);
      return new Root(dir, key, capabilities, Optional.of(locks), Optional.of(writeSide));
    } catch (Problem | SysException | RuntimeException | Error e) {
      closeOpened();
      throw e;
    }
  }

  /** Only tidies up: what fails now is left to the next time. */
  private void sweep(History history) {
    try {
      history.sweep(scope.randomNames().nextInt(), SWEPT_AT_OPEN);
    } catch (SysException e) {
      // nothing depends on it
    }
  }

  /** Opens a directory of the store's own, making it if it is missing. */
  private Fd own(Fd parent, Name name, String path) throws Problem {
    try {
      boolean made = NewDirectory.make(sys, parent, name);
      Fd fd = sys.openDir(parent, NamePath.of(name));
      opened.push(fd);
      if (made) {
        ownerOnly.secureFresh(fd, FileType.DIRECTORY);
      } else {
        ownerOnly.verifyOrFinish(fd);
      }
      return fd;
    } catch (Problem e) {
      throw e.with("'" + path + "'");
    } catch (SysException e) {
      throw Problem.of(e).with("'" + path + "'");
    }
  }

  private StagingDirectory staging(Fd staging) throws Problem, SysException {
    try {
      return StagingDirectory.create(sys, ownerOnly, scope.randomNames(), staging);
    } catch (Problem e) {
      throw e.with("a new directory in '" + META + "/" + Layout.STAGING + "'");
    }
  }

  private void refuseIfUnfit(StoreCapabilities found) throws Problem {
    if (!found.unnamedFiles() && !found.renameNoReplace() && !found.hardLinks()) {
      throw unsupported(
          "a way to give a file a name that must be free: linkat of an O_TMPFILE file, renameat2 with"
              + " RENAME_NOREPLACE, or linkat",
          "knows none of them");
    }
    if (bounds.keeps() && !found.renameExchange()) {
      throw unsupported(
          "exchanges of two names in one step (RENAME_EXCHANGE) to keep older versions",
          "does not know them");
    }
  }

  private Problem unsupported(String primitive, String answer) {
    return Missing.problem(ErrorCode.UNSUPPORTED_FILESYSTEM, sys, dir, primitive, answer);
  }

  /** The first sync of a directory, which tells whether the file system knows that at all. */
  private void syncFirst(Fd directory) throws Problem, SysException {
    try {
      sys.sync(directory);
    } catch (SysException e) {
      if (Missing.says(e)) {
        throw unsupported("syncs of directories (fsync)", "answered " + e.describe());
      }
      throw e;
    }
  }

  /** With a file that has no name, since nothing that has one may ever have another mode. */
  private void probeModes(StagingDirectory mine) throws Problem, SysException {
    try (StagedFile file = StagedFile.unnamed(sys, mine.dir())) {
      ownerOnly.probeModes(file.fd());
    }
  }

  /** Others may make it at the same time; it appears complete, and the first one counts. */
  private void makeCommitLock(Fd meta, StagedFiles files, boolean local)
      throws Problem, SysException {
    if (Names.lookUp(sys, meta, Layout.COMMIT_LOCK).isPresent()) {
      return;
    }
    try (StagedFile file = files.wantedIn(meta)) {
      file.secure(ownerOnly);
      file.linkUnlessTaken(meta, Layout.COMMIT_LOCK, local);
    } catch (Problem e) {
      throw e.with("'" + META + "/" + Layout.COMMIT_LOCK + "'");
    }
  }

  private CommitLocks locks(Fd meta, Access access) throws SysException {
    return new CommitLocks(
        sys,
        scope.parker(),
        new CommitLocks.Location(dir, Layout.META, meta, Layout.COMMIT_LOCK),
        access);
  }

  /**
   * Another process, or an earlier attempt, may have made the root and directories above it and not
   * have synced their names. So every directory above the root is synced, up to the first one that
   * belongs to somebody else: that one was not made by us, only its entries may be.
   */
  private void syncAbove(AbsolutePath path) throws SysException {
    AbsolutePath above = path;
    do {
      above = above.parent();
    } while (syncOurs(above) && !above.isTop());
  }

  /** Syncs a directory; whether it is ours, so that the one above may need it too. */
  private boolean syncOurs(AbsolutePath directory) throws SysException {
    Fd fd;
    try {
      fd = sys.openRoot(directory, true);
    } catch (SysException e) {
      if (e.errno() == Errno.EACCES && sys.stat(directory).uid() != sys.effectiveUid()) {
        return false; // theirs, and not for us to open
      }
      throw e;
    }
    try (fd) {
      return syncOurs(fd);
    }
  }

  private boolean syncOurs(Fd fd) throws SysException {
    try {
      sys.sync(fd);
      return sys.stat(fd).uid() == sys.effectiveUid();
    } catch (SysException e) {
      boolean elsewhere = sys.stat(fd).dev() != key.dev();
      if (elsewhere && (e.errno() == Errno.EINVAL || e.errno() == Errno.EROFS)) {
        return false; // nothing can have been made on that file system
      }
      throw e;
    }
  }

  private void closeOpened() {
    for (AutoCloseable resource : opened) {
      try {
        resource.close();
      } catch (Exception e) {
        throw new IllegalStateException("closing our own objects does not fail", e);
      }
    }
  }
}
