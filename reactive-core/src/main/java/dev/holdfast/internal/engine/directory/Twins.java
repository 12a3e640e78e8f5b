package dev.holdfast.internal.engine.directory;

import dev.holdfast.internal.engine.root.Layout;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * Second names in staging of files that have got their name already. Where files can only be moved
 * there by a link and the removal of the private name, a file has both for a moment, and after a
 * crash for good. As soon as it has its own name the private one is of no use to anybody: whoever
 * comes across such a file removes it.
 */
public final class Twins {
  private static final NamePath STAGING = NamePath.of(Layout.META).resolve(Layout.STAGING);

  private final Sys sys;
  private final Fd root;
  private final boolean removes;

  /**
   * The twins of one root.
   *
   * @param sys the port
   * @param root the root
   * @param removes whether what is found may be removed
   */
  public Twins(Sys sys, Fd root, boolean removes) {
    this.sys = sys;
    this.root = root;
    this.removes = removes;
  }

  /**
   * Whether a file has a private name besides its own, which is removed if that is allowed.
   *
   * @param file the file, seen at its own name with two names
   * @return false if its second name is somewhere else
   * @throws SysException if a call fails
   */
  public boolean settle(Stat file) throws SysException {
    if (file.type() != FileType.REGULAR || file.nlink() != 2) {
      return false;
    }
    try (Fd staging = sys.openDir(root, STAGING)) {
      for (Name engine : Names.all(sys, staging)) {
        if (settle(staging, engine, file)) {
          return true;
        }
      }
      return false;
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return false;
      }
      throw e;
    }
  }

  private boolean settle(Fd staging, Name engine, Stat file) throws SysException {
    try (Fd dir = sys.openDir(staging, NamePath.of(engine))) {
      for (Name name : Names.all(sys, dir)) {
        if (StagingDirectory.isPrivate(name)
            && Names.lookUp(sys, dir, name).filter(file::sameObject).isPresent()) {
          if (removes) {
            Unlinking.unlinkIfThere(sys, dir, name);
          }
          return true;
        }
      }
      return false;
    } catch (SysException e) {
      return switch (e.errno()) {
        case ENOENT, ENOTDIR, ELOOP, EXDEV -> false; // gone, or nothing that an engine makes
        default -> throw e;
      };
    }
  }
}
