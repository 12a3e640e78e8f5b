package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Opens roots: finds or makes the directory, verifies it, lays out the store in it, and finds out
 * what its file system can do. Several processes may do this to one root at once; each step finds
 * what another one did and goes on from there.
 */
public final class RootOpener {
  private final Sys sys;
  private final OwnerOnly ownerOnly;
  private final RandomNames randomNames;

  /**
   * An opener.
   *
   * @param sys the port
   * @param randomNames for the objects that try out the file system
   */
  public RootOpener(Sys sys, RandomNames randomNames) {
    this.sys = sys;
    this.ownerOnly = new OwnerOnly(sys);
    this.randomNames = randomNames;
  }

  /**
   * A root and what its path meant when it was opened.
   *
   * @param root the opened root
   * @param binding the path and the directory
   */
  public record Opened(Root root, Binding binding) {}

  /**
   * Opens a root.
   *
   * @param path where it is
   * @param readOnly whether nothing may be written: then it must exist, and need not be a store
   * @return the root, to be closed by the caller
   * @throws Problem if it cannot be opened or is not fit to be one
   * @throws SysException if the kernel cannot tell
   */
  public Opened open(AbsolutePath path, boolean readOnly) throws Problem, SysException {
    if (path.isTop()) {
      throw new Problem(ErrorCode.INVALID_PATH, "the root's path is /; expected a directory below");
    }
    Fd dir = readOnly ? openExisting(path) : openOrMake(path);
    try {
      Stat stat = verifyRoot(dir);
      refuseOuterRoot(dir, stat);
      StoreCapabilities capabilities = readOnly ? lookAt(dir) : layOut(dir, path);
      Root root = new Root(dir, FileKey.of(stat), capabilities);
      return new Opened(root, new Binding(path, root.key(), stat.mountId()));
    } catch (Problem | SysException e) {
      dir.close();
      throw e;
    }
  }

  // ---- the directory ----

  private Fd openExisting(AbsolutePath path) throws Problem {
    try {
      return sys.openRoot(path, false);
    } catch (SysException e) {
      throw unusable(e);
    }
  }

  private Fd openOrMake(AbsolutePath path) throws Problem, SysException {
    Deque<Name> missing = new ArrayDeque<>();
    for (AbsolutePath ancestor = path; ; ancestor = ancestor.parent()) {
      try {
        Fd found = sys.openRoot(ancestor, !missing.isEmpty());
        return makeBelow(found, missing);
      } catch (SysException e) {
        if (e.errno() != Errno.ENOENT || ancestor.isTop()) {
          throw unusable(e);
        }
        missing.push(ancestor.names().leaf());
      }
    }
  }

  private Fd makeBelow(Fd ancestor, Deque<Name> missing) throws Problem {
    Fd at = ancestor;
    try {
      for (Name name : missing) {
        boolean made = NewDirectory.make(sys, at, name);
        Fd next = sys.openDir(at, NamePath.of(name));
        try {
          if (made) {
            ownerOnly.secureFresh(next, FileType.DIRECTORY);
            sys.sync(at);
          }
        } catch (Problem | SysException e) {
          next.close();
          throw e;
        }
        at.close();
        at = next;
      }
      return at;
    } catch (SysException e) {
      at.close();
      if (e.errno() == Errno.ENOENT) { // the parent is there: file systems like proc answer so
        throw new Problem(
            ErrorCode.UNSUPPORTED_FILESYSTEM,
            "expected a file system on which directories can be made: " + e.describe(),
            e);
      }
      throw unusable(e);
    } catch (Problem e) {
      at.close();
      throw e;
    }
  }

  private static Problem unusable(SysException e) {
    return switch (e.errno()) {
      case ENOENT -> new Problem(ErrorCode.NOT_FOUND, "there is no such directory", e);
      case ENOTDIR ->
          new Problem(
              ErrorCode.NOT_DIRECTORY, "expected a directory below directories, found a file", e);
      case ELOOP ->
          new Problem(
              ErrorCode.REPARSE_POINT,
              "expected a directory, found a symbolic link at its name",
              e);
      case EACCES, EPERM ->
          new Problem(
              ErrorCode.PERMISSION_DENIED,
              "the directory, or the one that it should be made in, is not accessible: "
                  + e.describe(),
              e);
      default -> Problem.of(e);
    };
  }

  private Stat verifyRoot(Fd dir) throws Problem, SysException {
    try {
      return ownerOnly.verify(dir, FileType.DIRECTORY);
    } catch (Problem e) {
      throw e.with("the root");
    }
  }

  /** Refuses a root inside another one: looks for a store's own directory in each ancestor. */
  private void refuseOuterRoot(Fd dir, Stat stat) throws Problem, SysException {
    Stat below = stat;
    Fd at = dir;
    try {
      while (true) {
        Fd parent = sys.openParent(at);
        if (at != dir) {
          at.close();
        }
        at = parent;
        Stat above = sys.stat(at);
        if (above.sameObject(below)) {
          return; // the top is its own parent
        }
        if (holdsStore(at)) {
          throw new Problem(
              ErrorCode.NESTED_ROOT, "the directory lies inside the root of another store");
        }
        below = above;
      }
    } finally {
      if (at != dir) {
        at.close();
      }
    }
  }

  private boolean holdsStore(Fd dir) throws SysException {
    try {
      sys.stat(dir, Layout.META);
      return true;
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT || e.errno() == Errno.EACCES) {
        return false; // an ancestor that we may not search is not one of ours
      }
      throw e;
    }
  }

  // ---- what is in it ----

  private StoreCapabilities lookAt(Fd dir) throws Problem, SysException {
    try (Fd meta = sys.openDir(dir, NamePath.of(Layout.META))) {
      ownerOnly.verify(meta, FileType.DIRECTORY);
      new StoreRecord(sys, ownerOnly).readIfThere(meta);
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT) {
        throw e;
      }
    } catch (Problem e) {
      throw e.with(Layout.META.toString());
    }
    return new CapabilityProbe(sys, randomNames).look(dir);
  }

  private StoreCapabilities layOut(Fd dir, AbsolutePath path) throws Problem, SysException {
    boolean made = NewDirectory.make(sys, dir, Layout.META);
    try (Fd meta = sys.openDir(dir, NamePath.of(Layout.META))) {
      if (made) {
        ownerOnly.secureFresh(meta, FileType.DIRECTORY);
      } else {
        ownerOnly.verify(meta, FileType.DIRECTORY);
      }
      StoreCapabilities capabilities = new CapabilityProbe(sys, randomNames).tryOut(dir, meta);
      if (!capabilities.unnamedFiles()) {
        throw new Problem(
            ErrorCode.UNSUPPORTED_FILESYSTEM,
            "expected a file system with files that are written first and named afterwards"
                + " (O_TMPFILE and linkat); "
                + capabilities.fileSystem()
                + " at "
                + path
                + " does not have them");
      }
      new StoreRecord(sys, ownerOnly).readOrCreate(meta, capabilities.local());
      sys.sync(meta);
      sys.sync(dir);
      syncParent(path);
      return capabilities;
    } catch (Problem e) {
      throw e.code() == ErrorCode.UNSUPPORTED_FILESYSTEM ? e : e.with(Layout.META.toString());
    }
  }

  /**
   * Another process may have made the root a moment ago and not have synced its name yet. A parent
   * that we may not read was not made by a process of ours.
   */
  private void syncParent(AbsolutePath path) throws SysException {
    try (Fd parent = sys.openRoot(path.parent(), true)) {
      sys.sync(parent);
    } catch (SysException e) {
      switch (e.errno()) {
        case EACCES, EPERM, EINVAL, EROFS -> {
          // not ours to sync
        }
        default -> throw e;
      }
    }
  }
}
