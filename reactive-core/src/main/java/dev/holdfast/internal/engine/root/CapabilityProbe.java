package dev.holdfast.internal.engine.root;

import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Finds out what a root's file system can do, by doing it once with objects of its own in the
 * store's directory. A rename is tried onto a <em>new</em> name, since for a taken one the kernel
 * answers without asking the file system.
 */
final class CapabilityProbe {
  /** Local file systems whose guarantees are known. */
  private static final Set<String> LOCAL =
      Set.of("ext4", "xfs", "btrfs", "tmpfs", "overlay", "f2fs", "zfs");

  /** How kernels and file systems say that they do not have a call or a flag. */
  private static final EnumSet<Errno> MISSING =
      EnumSet.of(
          Errno.EINVAL,
          Errno.ENOSYS,
          Errno.EOPNOTSUPP,
          Errno.EPERM,
          Errno.EISDIR,
          Errno.ENOENT,
          Errno.OTHER);

  /** A call that may be missing. */
  @FunctionalInterface
  private interface Attempt {
    void run() throws SysException;
  }

  private final Sys sys;
  private final RandomNames randomNames;

  CapabilityProbe(Sys sys, RandomNames randomNames) {
    this.sys = sys;
    this.randomNames = randomNames;
  }

  /** What can be told without writing. */
  StoreCapabilities look(Fd root) throws SysException {
    StatFs fileSystem = sys.statfs(root);
    boolean local = LOCAL.contains(fileSystem.type());
    return new StoreCapabilities(
        fileSystem.type(), local, false, false, false, keepsAcls(root), false);
  }

  /** What can be told by trying. */
  StoreCapabilities tryOut(Fd root, Fd meta) throws SysException {
    StoreCapabilities looked = look(root);
    Name first = probeName();
    Name second = probeName();
    Name third = probeName();
    boolean unnamed = false;
    boolean locks = false;
    boolean noReplace = false;
    boolean exchange = false;
    try {
      // The lock tells a later sweep that this probe is still running.
      try (Fd one = sys.openTmp(meta);
          Fd two = sys.openTmp(meta)) {
        locks = works(() -> sys.ofdTryLock(one, LockMode.EXCLUSIVE, 0));
        works(() -> sys.ofdTryLock(two, LockMode.EXCLUSIVE, 0));
        unnamed =
            works(() -> sys.link(one, meta, first)) && works(() -> sys.link(two, meta, third));
        noReplace = unnamed && works(() -> sys.renameNoReplace(meta, first, meta, second));
        Name held = noReplace ? second : first;
        exchange = unnamed && works(() -> sys.renameExchange(meta, held, meta, third));
      } finally {
        for (Name name : List.of(first, second, third)) {
          removeIfThere(meta, name);
        }
      }
    } catch (SysException e) {
      if (!MISSING.contains(e.errno())) {
        throw e;
      }
    }
    if (locks) {
      sweep(meta);
    }
    return new StoreCapabilities(
        looked.fileSystem(), looked.local(), unnamed, noReplace, exchange, looked.acls(), locks);
  }

  private boolean keepsAcls(Fd root) throws SysException {
    return sys.aclQuery(root, Acl.ACCESS) != AclPresence.UNSUPPORTED;
  }

  private static boolean works(Attempt attempt) throws SysException {
    try {
      attempt.run();
      return true;
    } catch (SysException e) {
      if (MISSING.contains(e.errno())) {
        return false;
      }
      throw e;
    }
  }

  private Name probeName() {
    return Name.of(Layout.PROBE_PREFIX + randomNames.next());
  }

  /** Removes what probes left that died in the middle: their locks died with them. */
  private void sweep(Fd meta) throws SysException {
    try (DirStream listing = sys.list(meta)) {
      for (List<DirStream.Entry> batch = listing.next(); !batch.isEmpty(); batch = listing.next()) {
        for (DirStream.Entry entry : batch) {
          if (entry.name().toString().startsWith(Layout.PROBE_PREFIX)) {
            removeIfDead(meta, entry.name());
          }
        }
      }
    }
  }

  private void removeIfDead(Fd meta, Name name) throws SysException {
    try (Fd probe = sys.openFile(meta, name, Access.READ_WRITE)) {
      if (sys.ofdTryLock(probe, LockMode.EXCLUSIVE, 0)) {
        removeIfThere(meta, name);
      }
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
  }

  private void removeIfThere(Fd meta, Name name) throws SysException {
    try {
      sys.unlink(meta, name);
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    }
  }
}
