package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.scope.FileKey;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/** The directories below a root: opening, making, and proving that they are there to stay. */
public final class Directories {
  private final Sys sys;
  private final OwnerOnly ownerOnly;
  private final Root root;
  private final DurableNames durable = new DurableNames();

  /**
   * The directories of a root.
   *
   * @param sys the port
   * @param ownerOnly the rule that they obey
   * @param root the root
   */
  public Directories(Sys sys, OwnerOnly ownerOnly, Root root) {
    this.sys = sys;
    this.ownerOnly = ownerOnly;
    this.root = root;
  }

  /**
   * Opens a directory that exists.
   *
   * @param path the way from the root; empty for the root itself
   * @param rootStat the root's attributes, from the binding check just made
   * @return the verified directory
   * @throws Problem {@link ErrorCode#NOT_FOUND} and others: on the way to it, or about it
   * @throws SysException if the kernel cannot tell
   */
  public OpenDirectory open(NamePath path, Stat rootStat) throws Problem, SysException {
    try {
      ownerOnly.check(rootStat, FileType.DIRECTORY);
    } catch (Problem e) {
      throw e.with("the root");
    }
    if (path.isEmpty()) {
      return new OpenDirectory(root.dir(), rootStat, false);
    }
    return verified(openBelow(root.dir(), path, path), path);
  }

  /**
   * Opens a directory, making what is missing on the way.
   *
   * @param path the way from the root
   * @param rootStat the root's attributes, from the binding check just made
   * @param made receives the path of each directory that was made, also if a later step fails
   * @return the verified directory
   * @throws Problem if something else is in the way, or cannot be made owner-only
   * @throws SysException if one cannot be made
   */
  public OpenDirectory make(NamePath path, Stat rootStat, List<String> made)
      throws Problem, SysException {
    OpenDirectory at = open(NamePath.EMPTY, rootStat);
    try {
      for (int depth = 1; depth <= path.names().size(); depth++) {
        NamePath way = path.first(depth);
        OpenDirectory next = makeOne(at, way, made);
        at.close();
        at = next;
      }
      OpenDirectory result = at;
      at = new OpenDirectory(root.dir(), rootStat, false);
      return result;
    } finally {
      at.close();
    }
  }

  private OpenDirectory makeOne(OpenDirectory parent, NamePath way, List<String> made)
      throws Problem, SysException {
    Name name = way.leaf();
    if (!NewDirectory.make(sys, parent.fd(), name)) {
      OpenDirectory found = verified(openBelow(parent.fd(), NamePath.of(name), way), way);
      try {
        refuseNestedRoot(found.fd(), way);
        return found;
      } catch (Problem | SysException e) {
        found.close();
        throw e;
      }
    }
    made.add(way.toString());
    Fd fd = openBelow(parent.fd(), NamePath.of(name), way);
    try {
      return new OpenDirectory(fd, ownerOnly.secureFresh(fd, FileType.DIRECTORY), true);
    } catch (Problem | SysException e) {
      fd.close();
      throw e;
    }
  }

  /**
   * Makes sure that a directory, and every one on the way to it, is still there after a power cut.
   * Costs nothing when this process did it before.
   *
   * @param path the way from the root
   * @param dir the open directory at its end
   * @throws Problem {@link ErrorCode#CHANGED_CONCURRENTLY} if the way leads elsewhere by now
   * @throws SysException if a sync fails
   */
  public void proveDurable(NamePath path, OpenDirectory dir) throws Problem, SysException {
    if (path.isEmpty() || durable.contains(path, dir.stat())) {
      return; // the root's own name was synced when it was opened
    }
    Fd at = root.dir();
    try {
      for (int depth = 1; depth <= path.names().size(); depth++) {
        sys.sync(at);
        NamePath way = path.first(depth);
        Fd next = openBelow(at, NamePath.of(way.leaf()), way);
        if (at != root.dir()) {
          at.close();
        }
        at = next;
      }
      Stat reached = sys.stat(at);
      if (!FileKey.of(reached).equals(FileKey.of(dir.stat()))) {
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY, "the directory '" + path + "' was replaced meanwhile");
      }
      durable.add(path, reached);
    } finally {
      if (at != root.dir()) {
        at.close();
      }
    }
  }

  private OpenDirectory verified(Fd fd, NamePath way) throws Problem, SysException {
    try {
      Stat stat = sys.stat(fd);
      if (stat.dev() != root.key().dev()) {
        throw new Problem(ErrorCode.MOUNT, "expected the root's device, found another one");
      }
      ownerOnly.check(stat, FileType.DIRECTORY);
      return new OpenDirectory(fd, stat, true);
    } catch (Problem e) {
      fd.close();
      throw e.with("the directory '" + way + "'");
    } catch (SysException e) {
      fd.close();
      throw e;
    }
  }

  private Fd openBelow(Fd base, NamePath path, NamePath fromRoot) throws Problem {
    try {
      return sys.openDir(base, path);
    } catch (SysException e) {
      throw unreachable(fromRoot, e);
    }
  }

  private static Problem unreachable(NamePath way, SysException e) {
    String dir = "'" + way + "'";
    return switch (e.errno()) {
      case ENOENT -> new Problem(ErrorCode.NOT_FOUND, "the directory " + dir + " is missing", e);
      case ENOTDIR ->
          new Problem(
              ErrorCode.NOT_DIRECTORY,
              "expected directories all the way to " + dir + ", found something else",
              e);
      case ELOOP ->
          new Problem(
              ErrorCode.REPARSE_POINT,
              "expected directories all the way to " + dir + ", found a symbolic link",
              e);
      case EXDEV ->
          new Problem(ErrorCode.MOUNT, "expected no mount on the way to " + dir + ", found one", e);
      default -> Problem.of(e);
    };
  }

  private void refuseNestedRoot(Fd dir, NamePath way) throws Problem, SysException {
    try {
      sys.stat(dir, Layout.META);
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return;
      }
      throw e;
    }
    throw new Problem(ErrorCode.NESTED_ROOT, "'" + way + "' is the root of another store");
  }
}
