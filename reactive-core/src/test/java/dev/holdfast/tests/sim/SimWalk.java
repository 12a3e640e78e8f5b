package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimMount.Location;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** Finds the way through the tree for one call of one user, and says why there is none. */
final class SimWalk {
  static final int READ = 4;
  static final int WRITE = 2;
  static final int SEARCH = 1;

  /** As many symbolic links as Linux follows (path_resolution(7)). */
  private static final int MOST_LINKS = 40;

  private final SimKernel kernel;
  private final int uid;
  private final String call;

  SimWalk(SimKernel kernel, int uid, String call) {
    this.kernel = kernel;
    this.uid = uid;
    this.call = call;
  }

  SysException failure(Errno errno) {
    return ErrnoNumbers.failure(errno, call);
  }

  // ---- permissions ----

  void check(SimInode inode, int wanted) throws SysException {
    if (uid != 0 && (permissions(inode) & wanted) != wanted) {
      throw failure(Errno.EACCES);
    }
  }

  /** As acl(5) says: the owner, else the user's entry under the mask, else the others. */
  private int permissions(SimInode inode) {
    int mode = inode.attributes.mode();
    if (inode.uid == uid) {
      return mode >> 6 & 7;
    }
    Map<Integer, Integer> access = inode.attributes.access();
    if (access != null && access.containsKey(uid)) {
      return access.get(uid) & mode >> 3 & 7;
    }
    return mode & 7;
  }

  void checkOwner(SimInode inode) throws SysException {
    if (uid != 0 && uid != inode.uid) {
      throw failure(Errno.EPERM);
    }
  }

  void checkWritable(Location at) throws SysException {
    if (at.fs().isReadOnly()) {
      throw failure(Errno.EROFS);
    }
  }

  /** A directory in which names may be changed. */
  void checkChangeable(Location dir) throws SysException {
    checkWritable(dir);
    check(dir.inode(), WRITE | SEARCH);
  }

  /** Refuses what a file system lacks, if it says so. */
  void checkHas(Location at, SimPrimitive primitive) throws SysException {
    Errno missing = at.fs().missing(primitive);
    if (missing != null) {
      throw failure(missing);
    }
  }

  // ---- steps ----

  void checkDirectory(Location dir) throws SysException {
    if (!dir.inode().isDirectory()) {
      throw failure(Errno.ENOTDIR);
    }
  }

  /** What is at a name, mounts left out; null if nothing is. */
  SimInode entry(Location dir, Name name) throws SysException {
    checkDirectory(dir);
    check(dir.inode(), SEARCH);
    return dir.fs().at(dir.inode(), name);
  }

  /** What is at a name, or what is mounted there. */
  Location step(Location dir, Name name) throws SysException {
    SimInode found = entry(dir, name);
    if (found == null) {
      throw failure(Errno.ENOENT);
    }
    Location at = new Location(dir.mount(), found);
    return kernel.hasMounts() ? kernel.seenAt(at) : at;
  }

  Location parent(Location dir) throws SysException {
    checkDirectory(dir);
    check(dir.inode(), SEARCH);
    Location at = dir;
    while (at.inode() == at.mount().root()) {
      if (at.mount().place() == null) {
        return at;
      }
      at = at.mount().place();
    }
    return new Location(at.mount(), at.fs().inode(at.inode().parent));
  }

  // ---- ways ----

  /** Below a directory: no symbolic link, no mount, nothing but directories. */
  Location below(Location base, NamePath path) throws SysException {
    Location at = base;
    for (Name name : path.names()) {
      Location next = step(at, name);
      if (next.inode().type == FileType.SYMLINK) {
        throw failure(Errno.ELOOP);
      }
      if (next.mount() != base.mount()) {
        throw failure(Errno.EXDEV);
      }
      checkDirectory(next);
      at = next;
    }
    return at;
  }

  /** From the top, through symbolic links and mounts. */
  Location find(AbsolutePath path, boolean followLast) throws SysException {
    Deque<Object> rest = new ArrayDeque<>(path.names().names());
    Location at = kernel.hasMounts() ? kernel.seenAt(kernel.top()) : kernel.top();
    int links = 0;
    while (!rest.isEmpty()) {
      Object next = rest.pop();
      if (next instanceof Up) {
        at = parent(at);
        continue;
      }
      Location found = step(at, (Name) next);
      if (found.inode().type == FileType.SYMLINK && (followLast || !rest.isEmpty())) {
        if (++links > MOST_LINKS) {
          throw failure(Errno.ELOOP);
        }
        String target = found.inode().target;
        pushAll(rest, target);
        at = target.startsWith("/") ? kernel.top() : at;
        continue;
      }
      at = found;
    }
    return at;
  }

  /** One directory up, in the target of a symbolic link. */
  private enum Up {
    UP
  }

  private static void pushAll(Deque<Object> rest, String target) {
    String[] parts = target.split("/");
    for (int i = parts.length - 1; i >= 0; i--) {
      if (parts[i].equals("..")) {
        rest.push(Up.UP);
      } else if (!parts[i].isEmpty() && !parts[i].equals(".")) {
        rest.push(Name.of(parts[i]));
      }
    }
  }

  /** Whether a directory is another one, or above it. */
  static boolean isAtOrAbove(SimFileSystem fs, SimInode upper, SimInode lower) {
    for (SimInode at = lower; ; at = fs.inode(at.parent)) {
      if (at == upper) {
        return true;
      }
      if (at.parent == at.id) {
        return false;
      }
    }
  }
}
