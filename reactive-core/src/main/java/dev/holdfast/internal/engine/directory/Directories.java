package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Layout;
import dev.holdfast.internal.engine.root.Root;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.engine.staging.NewDirectory;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.List;

/**
 * The directories below a root: opening and making them. What is below the directory of a subtree's
 * handle is reached from the descriptor that the handle holds, so that nothing is ever done in what
 * somebody else put at its path.
 */
public final class Directories {
  private final Sys sys;
  private final OwnerOnly ownerOnly;
  private final Root root;
  private final View view;

  /**
   * The directories of a root.
   *
   * @param sys the port
   * @param ownerOnly the rule that they obey
   * @param root the root
   * @param view what is seen of it
   */
  public Directories(Sys sys, OwnerOnly ownerOnly, Root root, View view) {
    this.sys = sys;
    this.ownerOnly = ownerOnly;
    this.root = root;
    this.view = view;
  }

  /**
   * Opens a directory that exists.
   *
   * @param path the way from the root; empty for the root itself
   * @param start the attributes of the view's own directory, from the binding check just made
   * @return the verified directory
   * @throws Problem {@link ErrorCode#NOT_FOUND} and others: on the way to it, or about it
   * @throws SysException if the kernel cannot tell
   */
  public OpenDirectory open(NamePath path, Stat start) throws Problem, SysException {
    check(start);
    NamePath further = path.after(known(path));
    return further.isEmpty()
        ? new OpenDirectory(base(path), start, false)
        : verified(openBelow(base(path), further, path), path);
  }

  private void check(Stat start) throws Problem {
    try {
      ownerOnly.check(start, FileType.DIRECTORY);
    } catch (Problem e) {
      throw e.with(view.start());
    }
  }

  /** The open directory that a path is walked from. */
  private Fd base(NamePath path) {
    return view.covers(path) ? view.dir() : root.dir();
  }

  /** How many names of a path lead to that directory. */
  private int known(NamePath path) {
    return view.covers(path) ? view.way().names().size() : 0;
  }

  /**
   * Checks that a path still leads to a directory that is open, from the view's own directory on.
   * What the path of that one means is not looked at.
   *
   * @param path the way from the root
   * @param dir the directory
   * @throws Problem {@link ErrorCode#CHANGED_CONCURRENTLY} if it leads to another one; others if it
   *     leads nowhere, or out of the root
   * @throws SysException if the kernel cannot tell
   */
  void checkWay(NamePath path, OpenDirectory dir) throws Problem, SysException {
    NamePath further = path.after(known(path));
    if (further.isEmpty()) {
      return;
    }
    try (Fd now = openBelow(base(path), further, path)) {
      if (!sys.stat(now).sameObject(dir.stat())) {
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY,
            "the directory " + view.quoted(path) + " was replaced during the operation");
      }
    }
  }

  /**
   * Opens a directory, making what is missing on the way.
   *
   * @param path the way from the root
   * @param start the attributes of the view's own directory, from the binding check just made
   * @param made receives the path of each directory that was made, also if a later step fails
   * @return the verified directory
   * @throws Problem if something else is in the way, or cannot be made owner-only
   * @throws SysException if one cannot be made
   */
  public OpenDirectory make(NamePath path, Stat start, List<String> made)
      throws Problem, SysException {
    check(start);
    OpenDirectory at = new OpenDirectory(base(path), start, false);
    try {
      for (int depth = known(path) + 1; depth <= path.names().size(); depth++) {
        NamePath way = path.first(depth);
        OpenDirectory next = makeOne(at, way, made);
        at.close();
        at = next;
      }
      OpenDirectory result = at;
      at = new OpenDirectory(root.dir(), start, false);
      return result;
    } finally {
      at.close();
    }
  }

  private OpenDirectory makeOne(OpenDirectory parent, NamePath way, List<String> made)
      throws Problem, SysException {
    if (!NewDirectory.make(sys, parent.fd(), way.leaf())) {
      return openNext(parent.fd(), way);
    }
    made.add(view.text(way));
    Fd fd = openBelow(parent.fd(), NamePath.of(way.leaf()), way);
    try {
      return new OpenDirectory(fd, ownerOnly.secureFresh(fd, FileType.DIRECTORY), true);
    } catch (Problem | SysException e) {
      fd.close();
      throw e;
    }
  }

  /**
   * Opens the next directory on a way, and refuses the root of another store.
   *
   * @param parent the directory before it
   * @param way the way to it from the root
   * @return the verified directory
   * @throws Problem if it is not fit
   * @throws SysException if the kernel cannot tell
   */
  OpenDirectory openNext(Fd parent, NamePath way) throws Problem, SysException {
    OpenDirectory found = verified(openBelow(parent, NamePath.of(way.leaf()), way), way);
    try {
      refuseNestedRoot(found.fd(), way);
      return found;
    } catch (Problem | SysException e) {
      found.close();
      throw e;
    }
  }

  private OpenDirectory verified(Fd fd, NamePath way) throws Problem, SysException {
    try {
      Stat stat = sys.stat(fd);
      if (stat.dev() != root.key().dev()) {
        throw new Problem(ErrorCode.MOUNT, "expected the root's device, found another one");
      }
      return new OpenDirectory(fd, ownerOnly.checkOrFinish(fd, stat), true);
    } catch (Problem e) {
      fd.close();
      throw e.with("the directory " + view.quoted(way));
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

  private Problem unreachable(NamePath way, SysException e) {
    String dir = view.quoted(way);
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
    if (Names.lookUp(sys, dir, Layout.META).isPresent()) {
      throw new Problem(ErrorCode.NESTED_ROOT, view.quoted(way) + " is the root of another store");
    }
  }
}
