package dev.holdfast.internal.engine.root;

import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds out what a root's file system can do, by doing it once with objects of its own in staging,
 * where recovery removes what a dead probe left. A rename is tried onto a <em>new</em> name, since
 * for a taken one the kernel answers without asking the file system.
 */
final class CapabilityProbe {
  /** Local file systems whose guarantees are known. */
  private static final Set<String> LOCAL =
      Set.of("ext4", "xfs", "btrfs", "tmpfs", "overlay", "f2fs", "zfs");

  /**
   * Those of them that also tell a failure to write something back to whoever syncs all of them.
   * Overlayfs does not hand on what happens on the file system below it, and of zfs it is not
   * known.
   */
  private static final Set<String> TELLING = Set.of("ext4", "xfs", "btrfs", "tmpfs", "f2fs");

  /** How kernels and file systems say that they do not have a call or a flag. */
  private static final EnumSet<Errno> MISSING =
      EnumSet.of(
          Errno.EINVAL, Errno.ENOSYS, Errno.EOPNOTSUPP, Errno.EPERM, Errno.EISDIR, Errno.OTHER);

  /** A call that may be missing. */
  @FunctionalInterface
  private interface Attempt {
    void run() throws SysException;
  }

  private final Sys sys;

  CapabilityProbe(Sys sys) {
    this.sys = sys;
  }

  /** Whether a directory is on one of the known local file systems. */
  static boolean isLocal(Sys sys, Fd dir) throws SysException {
    return LOCAL.contains(sys.statfs(dir).type());
  }

  /** What can be told without writing. */
  StoreCapabilities look(Fd root) throws Problem, SysException {
    StatFs fileSystem = sys.statfs(root);
    boolean local = LOCAL.contains(fileSystem.type());
    return new StoreCapabilities(
        fileSystem.type(),
        local,
        false,
        false,
        false,
        new OwnerOnly(sys).keepsAcls(root),
        false,
        TELLING.contains(fileSystem.type()) && sys.syncFsTellsFailures());
  }

  /**
   * What can be told by trying, in a directory that is ours. That it exists already proves unnamed
   * files and locks.
   */
  StoreCapabilities tryOut(Fd root, StagingDirectory staging) throws Problem, SysException {
    StoreCapabilities looked = look(root);
    Fd dir = staging.dir();
    Name first = staging.newName();
    Name second = staging.newName();
    Name third = staging.newName();
    boolean noReplace;
    boolean exchange;
    StagedFile.named(sys, dir, first).close();
    try {
      StagedFile.named(sys, dir, third).close();
      noReplace =
          works(() -> sys.renameNoReplace(dir, first, dir, second))
              || Names.lookUp(sys, dir, second).isPresent();
      exchange = works(() -> sys.renameExchange(dir, noReplace ? second : first, dir, third));
    } finally {
      for (Name name : List.of(first, second, third)) {
        Unlinking.unlinkIfThere(sys, dir, name);
      }
    }
    return new StoreCapabilities(
        looked.fileSystem(),
        looked.local(),
        true,
        noReplace,
        exchange,
        looked.acls(),
        true,
        looked.syncFs());
  }

  /** Whether a failure to make the staging directory means that the file system cannot. */
  static boolean isMissing(SysException e) {
    return MISSING.contains(e.errno());
  }

  private static boolean works(Attempt attempt) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        attempt.run();
        return true;
      } catch (SysException e) {
        if (MISSING.contains(e.errno())) {
          return false;
        }
        if (repeats > 0 && (e.errno() == Errno.ENOENT || e.errno() == Errno.EEXIST)) {
          return true; // an interrupted attempt took effect
        }
        if (e.errno() != Errno.EINTR || repeats == InterruptRetrySys.ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
