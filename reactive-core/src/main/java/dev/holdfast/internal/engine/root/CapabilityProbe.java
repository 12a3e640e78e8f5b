package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.Missing;
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
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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

  /**
   * Those that do not replace a file that is open in one step: whoever looks in between finds none,
   * and processes lose each other's changes.
   */
  private static final Set<String> UNFIT = Set.of("cifs", "smb2");

  /** A call that may be missing. */
  @FunctionalInterface
  private interface Attempt {
    void run() throws SysException;
  }

  private final Sys sys;
  private final OwnerOnly ownerOnly;

  CapabilityProbe(Sys sys, OwnerOnly ownerOnly) {
    this.sys = sys;
    this.ownerOnly = ownerOnly;
  }

  /** Whether a directory is on one of the known local file systems. */
  static boolean isLocal(Sys sys, Fd dir) throws SysException {
    return LOCAL.contains(sys.statfs(dir).type());
  }

  /** Refuses to write where a replaced file may be lost. */
  static void refuseUnfit(Sys sys, Fd dir) throws Problem, SysException {
    String type = sys.statfs(dir).type();
    if (UNFIT.contains(type)) {
      throw Missing.problem(
          ErrorCode.UNSUPPORTED_FILESYSTEM,
          sys,
          dir,
          "renames that replace an open file in one step",
          "takes the file away first");
    }
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
        false,
        ownerOnly.keepsAcls(root),
        false,
        TELLING.contains(fileSystem.type()) && sys.syncFsTellsFailures());
  }

  /** What can be told by trying, in a directory that is ours; that it is locked proves locks. */
  StoreCapabilities tryOut(Fd root, StagingDirectory staging) throws Problem, SysException {
    StoreCapabilities looked = look(root);
    Fd dir = staging.dir();
    List<Name> names = Stream.generate(staging::newName).limit(4).toList();
    Name first = names.get(0);
    Name second = names.get(1);
    boolean unnamed;
    boolean links;
    boolean noReplace;
    boolean exchange;
    try {
      StagedFile.named(sys, dir, first).close();
      unnamed = namesAfterwards(dir, second);
      links = unnamed || works(() -> sys.linkName(dir, first, dir, names.get(2)));
      if (!unnamed) {
        StagedFile.named(sys, dir, second).close();
      }
      noReplace =
          works(() -> sys.renameNoReplace(dir, first, dir, names.get(3)))
              || Names.lookUp(sys, dir, names.get(3)).isPresent();
      // The engine exchanges nothing that it could not also move aside.
      exchange = noReplace && works(() -> sys.renameExchange(dir, names.get(3), dir, second));
    } finally {
      for (Name name : names) {
        Unlinking.unlinkIfThere(sys, dir, name);
      }
    }
    return new StoreCapabilities(
        looked.fileSystem(),
        looked.local(),
        unnamed,
        links,
        noReplace,
        exchange,
        looked.acls(),
        true,
        looked.syncFs());
  }

  private boolean namesAfterwards(Fd dir, Name name) throws SysException {
    try (StagedFile file = StagedFile.unnamed(sys, dir)) {
      return works(() -> sys.link(file.fd(), dir, name))
          || Names.lookUp(sys, dir, name).isPresent();
    } catch (SysException e) {
      if (Missing.says(e)) {
        return false;
      }
      throw e;
    }
  }

  private static boolean works(Attempt attempt) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        attempt.run();
        return true;
      } catch (SysException e) {
        if (Missing.says(e)) {
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
