package dev.holdfast.internal.engine.root;

import dev.holdfast.AppliedSecurity;
import dev.holdfast.ErrorCode;
import dev.holdfast.OpeningSecurity;
import dev.holdfast.RepairReport;
import dev.holdfast.SecurityPolicy;
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
import java.util.List;
import java.util.Locale;

/**
 * Opens roots: finds or makes the directory, verifies it, lays out the store in it, and finds out
 * what its file system can do. Several processes may do this to one root at once; each step finds
 * what another one did and goes on from there.
 */
public final class RootOpener {
  private final ProcessScope<?> scope;
  private final HistoryBounds bounds;
  private final SecurityPolicy policy;
  private final Repairing repairing;
  private final Sys sys;
  private final OwnerOnly ownerOnly;

  /**
   * An opener.
   *
   * @param scope the process
   * @param bounds how much is kept of older versions
   * @param policy what may be changed of what is there already
   * @param repairing how to repair it
   */
  public RootOpener(
      ProcessScope<?> scope, HistoryBounds bounds, SecurityPolicy policy, Repairing repairing) {
    this.scope = scope;
    this.bounds = bounds;
    this.policy = policy;
    this.repairing = repairing;
    this.sys = scope.sys();
    this.ownerOnly = new OwnerOnly(sys);
  }

  /** Repairs what is in a root before the store in it is looked at. */
  @FunctionalInterface
  public interface Repairing {
    /**
     * Makes everything owner-only.
     *
     * @param sys the port, as the root's file system needs it
     * @param dir the root, owner-only already
     * @param binding what its path has to mean
     * @return what was done
     * @throws Problem if something may not be repaired, or cannot be
     * @throws SysException if the root cannot be looked at
     */
    RepairReport run(Sys sys, Fd dir, Binding binding) throws Problem, SysException;
  }

  /**
   * A root and what its path meant when it was opened.
   *
   * @param root the opened root
   * @param binding the path and the directory
   * @param security what was done to what was there
   */
  public record Opened(Root root, Binding binding, OpeningSecurity security) {}

  /**
   * Opens a root.
   *
   * @param path where it is
   * @param readOnly whether nothing may be written: then it must exist, and need not be a store
   * @return the root, to be closed by the caller
   * @throws Problem if it cannot be opened or is not fit to be one; {@link
   *     ErrorCode#OPTIONS_CONFLICT} if something is to be changed where nothing may be written
   * @throws SysException if the kernel cannot tell
   */
  public Opened open(AbsolutePath path, boolean readOnly) throws Problem, SysException {
    if (path.isTop()) {
      throw new Problem(ErrorCode.INVALID_PATH, "the root's path is /; expected a directory below");
    }
    boolean changes = policy != SecurityPolicy.VERIFY_FIRST;
    if (readOnly && changes) {
      throw new Problem(
          ErrorCode.OPTIONS_CONFLICT,
          "expected securityPolicy verify_first together with readOnly, found "
              + policy.name().toLowerCase(Locale.ROOT));
    }
    Fd dir = readOnly ? openExisting(path) : openOrMake(path);
    try {
      Stat stat = readOnly ? verifyRoot(dir) : changes ? sys.stat(dir) : verifyOrFinishRoot(dir);
      refuseOuterRoot(dir, stat);
      RootBinding binding = new RootBinding(path, FileKey.of(stat), stat.mountId());
      OpeningSecurity security = changes ? secure(dir, binding) : OpeningSecurity.VERIFIED;
      StoreLayout layout = new StoreLayout(scope, dir, binding.key(), bounds);
      Root root = readOnly ? layout.look() : layout.make(path);
      return new Opened(root, binding, security);
    } catch (Problem | SysException | RuntimeException | Error e) {
      dir.close();
      throw e;
    }
  }

  private OpeningSecurity secure(Fd dir, Binding binding) throws Problem, SysException {
    Sys port = CapabilityProbe.isLocal(sys, dir) ? scope.localSys() : sys;
    List<AppliedSecurity> applied = new OwnDirectories(port).apply(dir);
    RepairReport repair =
        policy == SecurityPolicy.REPAIR_ON_OPEN
            ? repairing.run(port, dir, binding)
            : OpeningSecurity.VERIFIED.repair();
    return new OpeningSecurity(policy, applied, repair);
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
      return ownerOnly.verify(dir, FileType.DIRECTORY).stat();
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
