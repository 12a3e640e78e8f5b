package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.NewDirectory;
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
  private final ProcessScope<?> scope;
  private final HistoryBounds bounds;
  private final Sys sys;
  private final OwnerOnly ownerOnly;

  /**
   * An opener.
   *
   * @param scope the process
   * @param bounds how much is kept of older versions
   */
  public RootOpener(ProcessScope<?> scope, HistoryBounds bounds) {
    this.scope = scope;
    this.bounds = bounds;
    this.sys = scope.sys();
    this.ownerOnly = new OwnerOnly(sys);
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
      Stat stat = readOnly ? verifyRoot(dir) : verifyOrFinishRoot(dir);
      refuseOuterRoot(dir, stat);
      StoreLayout layout = new StoreLayout(scope, dir, FileKey.of(stat), bounds);
      Root root = readOnly ? layout.look() : layout.make(path);
      return new Opened(root, new RootBinding(path, root.key(), stat.mountId()));
    } catch (Problem | SysException | RuntimeException | Error e) {
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
        Fd next = makeOne(at, name);
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

  private Fd makeOne(Fd parent, Name name) throws Problem, SysException {
    boolean made = NewDirectory.make(sys, parent, name);
    Fd fd = sys.openDir(parent, NamePath.of(name));
    try {
      if (made) {
        ownerOnly.secureFresh(fd, FileType.DIRECTORY);
      }
      return fd;
    } catch (Problem | SysException e) {
      fd.close();
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

  private Stat verifyOrFinishRoot(Fd dir) throws Problem, SysException {
    try {
      return ownerOnly.verifyOrFinish(dir);
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
        if (above.sameObject(below) && above.mountId() == below.mountId()) {
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

  /** An unrelated directory of that name holds no record. */
  private boolean holdsStore(Fd dir) throws SysException {
    try (Fd meta = sys.openDir(dir, NamePath.of(Layout.META))) {
      sys.stat(meta, Layout.STORE_JSON);
      return true;
    } catch (SysException e) {
      return switch (e.errno()) {
        case ENOENT, ENOTDIR, ELOOP, EXDEV -> false;
        case EACCES, EPERM -> false; // what we may not look into is not one of ours
        default -> throw e;
      };
    }
  }
}
