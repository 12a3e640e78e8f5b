package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.ProcessIdentity;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.EntryEffect.Key;
import dev.holdfast.tests.sim.SimMount.Location;
import java.util.Map;
import java.util.Optional;

/** The port of one simulated process. */
public final class SimSys implements Sys {
  private static final int SETGID = 02000;
  private static final int FIXED_MODE = 0755;

  private final SimProcess process;

  SimSys(SimProcess process) {
    this.process = process;
  }

  private SimKernel kernel() {
    return process.kernel();
  }

  private SimWalk walk(String call) {
    return new SimWalk(kernel(), process.uid(), call);
  }

  private static SimDescription open(Fd fd) {
    SimFd descriptor = (SimFd) fd;
    if (descriptor.closed) {
      throw new IllegalStateException("descriptor is closed");
    }
    return descriptor.description;
  }

  private static long now(Location at, SimKernel kernel) {
    return at.fs().timestamp(kernel.wallNanos());
  }

  private long now(Location at) {
    return now(at, kernel());
  }

  // ---- opening ----

  private Fd descriptor(SimDescription description, Fd base, Object path) {
    return process.open(description, (SimFd) base, path);
  }

  private static SimDescription readOnly(Location at) {
    return new SimDescription(at, true, false, false);
  }

  @Override
  public Fd openRoot(AbsolutePath path, boolean followLast) throws SysException {
    return process.call(
        new SimCall("openRoot", path),
        () -> {
          SimWalk walk = walk("openat");
          process.checkDescriptors("openat");
          Location found = walk.find(path, followLast);
          if (found.inode().type == FileType.SYMLINK) {
            throw walk.failure(Errno.ELOOP);
          }
          walk.checkDirectory(found);
          walk.check(found.inode(), SimWalk.READ);
          return descriptor(readOnly(found), null, path);
        });
  }

  @Override
  public Fd openParent(Fd dir) throws SysException {
    return process.call(
        new SimCall("openParent", dir),
        () -> {
          SimWalk walk = walk("openat");
          process.checkDescriptors("openat");
          Location parent = walk.parent(open(dir).at);
          return descriptor(new SimDescription(parent, false, false, true), dir, "..");
        });
  }

  @Override
  public Fd openDir(Fd base, NamePath path) throws SysException {
    if (path.isEmpty()) {
      throw new IllegalArgumentException("a way of at least one name is expected");
    }
    return process.call(
        new SimCall("openDir", base, path),
        () -> {
          SimWalk walk = walk("openat2");
          process.checkDescriptors("openat2");
          Location found = walk.below(open(base).at, path);
          walk.check(found.inode(), SimWalk.READ);
          return descriptor(readOnly(found), base, path);
        });
  }

  @Override
  public Fd openFile(Fd dir, Name name, Access access) throws SysException {
    return process.call(
        new SimCall("openFile", dir, name, access),
        () -> {
          SimWalk walk = walk("openat");
          process.checkDescriptors("openat");
          Location found = walk.step(open(dir).at, name);
          SimInode inode = found.inode();
          boolean writes = access != Access.READ;
          if (inode.type == FileType.SYMLINK) {
            throw walk.failure(Errno.ELOOP);
          }
          if (inode.type == FileType.SOCKET) {
            throw walk.failure(Errno.ENXIO);
          }
          if (inode.isDirectory() && writes) {
            throw walk.failure(Errno.EISDIR);
          }
          walk.check(inode, writes ? SimWalk.READ | SimWalk.WRITE : SimWalk.READ);
          if (writes) {
            walk.checkWritable(found);
          }
          SimDescription opened =
              new SimDescription(found, true, writes, false).openedAs(open(dir).inode(), name);
          opened.appending = access == Access.APPEND;
          return descriptor(opened, dir, name);
        });
  }

  @Override
  public Fd createFile(Fd dir, Name name) throws SysException {
    return process.call(
        new SimCall("createFile", dir, name),
        () -> {
          SimWalk walk = walk("openat");
          process.checkDescriptors("openat");
          Location at = open(dir).at;
          SimInode made = makeNamed(walk, at, name, FileType.REGULAR, 0600);
          at.fs().apply(new EntryEffect("create").set(at.inode(), name, made), now(at));
          Location file = new Location(at.mount(), made);
          SimDescription opened = new SimDescription(file, true, true, false);
          return descriptor(opened.openedAs(at.inode(), name), dir, name);
        });
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    return process.call(
        new SimCall("openTmp", dir),
        () -> {
          SimWalk walk = walk("openat");
          process.checkDescriptors("openat");
          Location at = open(dir).at;
          walk.checkDirectory(at);
          walk.checkHas(at, SimPrimitive.UNNAMED_FILES);
          checkThere(walk, at);
          walk.checkChangeable(at);
          at.fs().checkSpaceForObject("openat");
          SimInode made = make(at, FileType.REGULAR, 0600);
          made.unnamed = true;
          Location file = new Location(at.mount(), made);
          return descriptor(new SimDescription(file, true, true, false), dir, "#" + made.number);
        });
  }

  /** A removed directory gets no new entries. */
  private static void checkThere(SimWalk walk, Location dir) throws SysException {
    if (dir.inode().links == 0) {
      throw walk.failure(Errno.ENOENT);
    }
  }

  private SimInode makeNamed(SimWalk walk, Location dir, Name name, FileType type, int mode)
      throws SysException {
    if (walk.entry(dir, name) != null) {
      throw walk.failure(Errno.EEXIST);
    }
    checkThere(walk, dir);
    walk.checkChangeable(dir);
    dir.fs().checkSpaceForObject("openat");
    return make(dir, type, mode);
  }

  /** Born as its directory, the umask and a default ACL want it (open(2), acl(5)). */
  private SimInode make(Location dir, FileType type, int mode) {
    SimAttributes above = dir.inode().attributes;
    boolean directory = type == FileType.DIRECTORY;
    Map<Integer, Integer> inherited = above.inherited();
    int born = inherited == null ? mode & ~process.umask() : mode;
    if (!dir.fs().has(SimPrimitive.MODES)) {
      born = FIXED_MODE;
    }
    if (directory) {
      born |= above.mode() & SETGID;
    }
    long now = now(dir);
    SimAttributes attributes =
        new SimAttributes(born, inherited, directory ? inherited : null, now, now);
    SimInode made = dir.fs().create(type, process.uid(), attributes, now);
    made.maker = process.identity().pid();
    return made;
  }

  // ---- names ----

  /** A call that changes names, which a server may be asked for twice. */
  private void change(SimCall call, Fd dir, SimCall.Effect<Boolean> effect) throws SysException {
    process.call(
        call,
        () -> {
          effect.run();
          return !open(dir).at.fs().repeats() || effect.run();
        });
  }

  @Override
  public void mkdir(Fd dir, Name name) throws SysException {
    change(
        new SimCall("mkdir", dir, name),
        dir,
        () -> {
          Location at = open(dir).at;
          SimInode made = makeNamed(walk("mkdirat"), at, name, FileType.DIRECTORY, 0700);
          at.fs().apply(new EntryEffect("mkdir").set(at.inode(), name, made), now(at));
          return true;
        });
  }

  @Override
  public void link(Fd file, Fd dir, Name name) throws SysException {
    change(
        new SimCall("link", file, dir, name),
        dir,
        () -> {
          SimDescription source = open(file);
          return link(walk("linkat"), source.at, open(dir).at, name);
        });
  }

  @Override
  public void linkName(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    change(
        new SimCall("linkName", fromDir, from, toDir, to),
        toDir,
        () -> {
          SimWalk walk = walk("linkat");
          Location dir = open(fromDir).at;
          walk.checkDirectory(dir);
          SimInode source = walk.entry(dir, from);
          if (source == null) {
            throw walk.failure(Errno.ENOENT);
          }
          return link(walk, new Location(dir.mount(), source), open(toDir).at, to);
        });
  }

  private boolean link(SimWalk walk, Location source, Location at, Name name) throws SysException {
    if (walk.entry(at, name) != null) {
      throw walk.failure(Errno.EEXIST);
    }
    if (source.mount() != at.mount()) {
      throw walk.failure(Errno.EXDEV);
    }
    walk.checkHas(at, SimPrimitive.LINK);
    if (source.inode().isDirectory()) {
      throw walk.failure(Errno.EPERM);
    }
    if (source.inode().links == 0 && !source.inode().unnamed) {
      throw walk.failure(Errno.ENOENT);
    }
    checkThere(walk, at);
    walk.checkChangeable(at);
    at.fs().checkSpaceForEntry("linkat");
    at.fs().apply(new EntryEffect("link").set(at.inode(), name, source.inode()), now(at));
    return true;
  }

  @Override
  public void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    change(
        new SimCall("renameNoReplace", fromDir, from, toDir, to),
        toDir,
        () -> {
          Move move = new Move(fromDir, from, toDir, to);
          move.checkKnown(SimPrimitive.RENAME_NO_REPLACE);
          move.checkSource();
          if (move.target != null) {
            throw move.walk.failure(Errno.EEXIST);
          }
          move.walk.checkHas(move.fromDir, SimPrimitive.RENAME_NO_REPLACE);
          move.checkLoops();
          move.checkChangeable();
          move.make();
          return true;
        });
  }

  @Override
  public void renameReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    change(
        new SimCall("renameReplace", fromDir, from, toDir, to),
        toDir,
        () -> {
          Move move = new Move(fromDir, from, toDir, to);
          move.checkSource();
          if (move.source == move.target) {
            return true; // two names of one object: rename(2) does nothing
          }
          move.checkLoops();
          move.checkChangeable();
          move.checkReplaceable();
          move.make();
          return true;
        });
  }

  @Override
  public void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    change(
        new SimCall("renameExchange", fromDir, from, toDir, to),
        toDir,
        () -> {
          Move move = new Move(fromDir, from, toDir, to);
          move.checkKnown(SimPrimitive.RENAME_EXCHANGE);
          move.checkSource();
          if (move.target == null) {
            throw move.walk.failure(Errno.ENOENT);
          }
          move.walk.checkHas(move.fromDir, SimPrimitive.RENAME_EXCHANGE);
          move.checkLoops();
          move.checkChangeable();
          move.exchange();
          return true;
        });
  }

  /** A rename that may still be refused. */
  private final class Move {
    final SimWalk walk = walk("renameat2");
    final Location fromDir;
    final Name from;
    final Location toDir;
    final Name to;
    final SimInode source;
    final SimInode target;

    Move(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
      this.fromDir = open(fromDir).at;
      this.from = from;
      this.toDir = open(toDir).at;
      this.to = to;
      walk.checkDirectory(this.fromDir);
      walk.checkDirectory(this.toDir);
      if (this.fromDir.mount() != this.toDir.mount()) {
        throw walk.failure(Errno.EXDEV);
      }
      this.source = walk.entry(this.fromDir, from);
      this.target = walk.entry(this.toDir, to);
    }

    /** The names are looked at first, unless it is not the file system that lacks the call. */
    void checkKnown(SimPrimitive primitive) throws SysException {
      if (fromDir.fs().missing(primitive) != primitive.usualError()) {
        walk.checkHas(fromDir, primitive);
      }
    }

    void checkSource() throws SysException {
      if (source == null) {
        throw walk.failure(Errno.ENOENT);
      }
      checkThere(walk, toDir);
    }

    void checkLoops() throws SysException {
      SimFileSystem fs = fromDir.fs();
      if (source.isDirectory() && SimWalk.isAtOrAbove(fs, source, toDir.inode())) {
        throw walk.failure(Errno.EINVAL);
      }
      if (target != null
          && target.isDirectory()
          && SimWalk.isAtOrAbove(fs, target, fromDir.inode())) {
        throw walk.failure(Errno.ENOTEMPTY);
      }
      checkNoMount(fromDir, source);
      if (target != null) {
        checkNoMount(toDir, target);
      }
    }

    private void checkNoMount(Location dir, SimInode inode) throws SysException {
      Location at = new Location(dir.mount(), inode);
      if (kernel().hasMounts() && kernel().seenAt(at) != at) {
        throw walk.failure(Errno.EBUSY);
      }
    }

    void checkChangeable() throws SysException {
      walk.checkChangeable(fromDir);
      walk.checkChangeable(toDir);
      if (target == null) {
        toDir.fs().checkSpaceForEntry("renameat2");
      }
    }

    void checkReplaceable() throws SysException {
      if (target == null) {
        return;
      }
      if (source.isDirectory() && !target.isDirectory()) {
        throw walk.failure(Errno.ENOTDIR);
      }
      if (!source.isDirectory() && target.isDirectory()) {
        throw walk.failure(Errno.EISDIR);
      }
      if (target.isDirectory() && !target.entries.isEmpty()) {
        throw walk.failure(Errno.ENOTEMPTY);
      }
    }

    void make() {
      if (target != null && isOpenHere(target, toDir, to)) {
        setAside(target, toDir, to);
      }
      EntryEffect effect = new EntryEffect("rename").clear(fromDir.inode(), from);
      fromDir.fs().apply(effect.set(toDir.inode(), to, source), now(fromDir));
      moved(source, new Key(fromDir.inode().id, from), new Key(toDir.inode().id, to));
    }

    private void moved(SimInode inode, Key before, Key after) {
      fromDir.fs().sillyNames().moved(inode, before, after, process.client());
    }

    void exchange() {
      EntryEffect effect = new EntryEffect("exchange").set(fromDir.inode(), from, target);
      fromDir.fs().apply(effect.set(toDir.inode(), to, source), now(fromDir));
      moved(source, new Key(fromDir.inode().id, from), new Key(toDir.inode().id, to));
      moved(target, new Key(toDir.inode().id, to), new Key(fromDir.inode().id, from));
    }
  }

  @Override
  public void unlink(Fd dir, Name name) throws SysException {
    change(
        new SimCall("unlink", dir, name),
        dir,
        () -> {
          SimWalk walk = walk("unlinkat");
          Location at = open(dir).at;
          SimInode found = removable(walk, at, name);
          if (found.isDirectory()) {
            throw walk.failure(Errno.EISDIR);
          }
          if (at.fs().sillyNames().isAside(found, at.inode(), name, process.client())) {
            throw walk.failure(Errno.EBUSY);
          }
          if (isOpenHere(found, at, name)) {
            setAside(found, at, name);
            return true;
          }
          at.fs().apply(new EntryEffect("unlink").clear(at.inode(), name), now(at));
          return true;
        });
  }

  @Override
  public void rmdir(Fd dir, Name name) throws SysException {
    change(
        new SimCall("rmdir", dir, name),
        dir,
        () -> {
          SimWalk walk = walk("unlinkat");
          Location at = open(dir).at;
          SimInode found = removable(walk, at, name);
          if (!found.isDirectory()) {
            throw walk.failure(Errno.ENOTDIR);
          }
          if (!found.entries.isEmpty()) {
            throw walk.failure(Errno.ENOTEMPTY);
          }
          at.fs().apply(new EntryEffect("rmdir").clear(at.inode(), name), now(at));
          return true;
        });
  }

  private boolean isOpenHere(SimInode found, Location dir, Name name) {
    return dir.fs().isRemote()
        && dir.fs().sillyNames().isOpen(found, dir.inode(), name, process.client());
  }

  private void setAside(SimInode found, Location dir, Name name) {
    dir.fs().sillyNames().setAside(found, dir.inode(), name, process.client(), now(dir));
  }

  private SimInode removable(SimWalk walk, Location dir, Name name) throws SysException {
    SimInode found = walk.entry(dir, name);
    if (found == null) {
      throw walk.failure(Errno.ENOENT);
    }
    walk.checkChangeable(dir);
    Location at = new Location(dir.mount(), found);
    if (kernel().hasMounts() && kernel().seenAt(at) != at) {
      throw walk.failure(Errno.EBUSY);
    }
    return found;
  }

  // ---- facts ----

  @Override
  public Stat stat(Fd fd) throws SysException {
    return process.call(new SimCall("stat", fd), () -> stat(open(fd).at));
  }

  @Override
  public Stat stat(Fd dir, Name name) throws SysException {
    return process.call(
        new SimCall("statName", dir, name), () -> stat(walk("statx").step(open(dir).at, name)));
  }

  @Override
  public Stat stat(AbsolutePath path) throws SysException {
    return process.call(new SimCall("statPath", path), () -> stat(walk("statx").find(path, false)));
  }

  private Stat stat(Location at) {
    SimInode inode = at.inode();
    SimAttributes attributes = inode.attributes;
    return new Stat(
        at.fs().dev(process.client()),
        inode.number,
        at.mount().id(),
        inode.type,
        attributes.mode(),
        inode.links,
        inode.uid,
        inode.size(),
        attributes.mtimeNs(),
        attributes.ctimeNs(),
        at.fs().has(SimPrimitive.BIRTH_TIMES) ? inode.birthNs : null);
  }

  @Override
  public StatFs statfs(Fd fd) throws SysException {
    return process.call(
        new SimCall("statfs", fd),
        () -> {
          SimFileSystem fs = open(fd).at.fs();
          return new StatFs(fs.type(), fs.isReadOnly());
        });
  }

  @Override
  public Optional<String> mountPoint(Fd fd) {
    return Optional.empty();
  }

  // ---- content ----

  @Override
  public int read(Fd file, long position, byte[] target, int offset, int length)
      throws SysException {
    return process.call(
        new SimCall("read", file, position, length),
        () -> {
          SimDescription from = open(file);
          SimWalk walk = walk("pread");
          if (!from.readable) {
            throw walk.failure(Errno.EBADF);
          }
          if (from.inode().isDirectory()) {
            throw walk.failure(Errno.EISDIR);
          }
          return from.inode().content.read(position, target, offset, length);
        });
  }

  @Override
  public int write(Fd file, long position, byte[] source, int offset, int length)
      throws SysException {
    SimCall call = new SimCall("write", file, position, length);
    return process.call(
        call,
        () -> {
          SimWalk walk = walk("pwrite");
          SimDescription to = writable(file, walk);
          if (to.appending) {
            throw new IllegalArgumentException("opened for appending");
          }
          return put(to, walk, position, source, offset, Math.min(length, call.mostBytes()));
        });
  }

  @Override
  public int append(Fd file, byte[] source, int offset, int length) throws SysException {
    SimCall call = new SimCall("append", file, length);
    return process.call(
        call,
        () -> {
          SimWalk walk = walk("write");
          SimDescription to = writable(file, walk);
          if (!to.appending) {
            throw new IllegalArgumentException("not opened for appending");
          }
          int most = Math.min(length, call.mostBytes());
          return put(to, walk, to.inode().content.size(), source, offset, most);
        });
  }

  private static SimDescription writable(Fd file, SimWalk walk) throws SysException {
    SimDescription to = open(file);
    if (!to.writable) {
      throw walk.failure(Errno.EBADF);
    }
    walk.checkWritable(to.at);
    return to;
  }

  private int put(
      SimDescription to, SimWalk walk, long position, byte[] source, int offset, int length)
      throws SysException {
    SimInode inode = to.inode();
    int fits = to.at.fs().spaceFor(inode.content, position, Math.max(1, length));
    if (fits == 0) {
      throw walk.failure(Errno.ENOSPC);
    }
    inode.content.write(position, source, offset, fits);
    inode.attributes = inode.attributes.modified(now(to.at));
    return fits;
  }

  @Override
  public void truncate(Fd file, long size) throws SysException {
    process.call(
        new SimCall("truncate", file, size),
        () -> {
          SimDescription to = writable(file, walk("ftruncate"));
          to.inode().content.truncate(size);
          to.inode().attributes = to.inode().attributes.modified(now(to.at));
          return true;
        });
  }

  @Override
  public void sync(Fd fd) throws SysException {
    process.call(
        new SimCall("sync", fd),
        () -> {
          SimDescription description = syncable(fd, walk("fsync"));
          description.at.fs().sync(description.inode());
          tellWriteErrors(description, walk("fsync"));
          return true;
        });
  }

  @Override
  public void dataSync(Fd file) throws SysException {
    process.call(
        new SimCall("dataSync", file),
        () -> {
          SimDescription description = syncable(file, walk("fdatasync"));
          if (description.inode().isRegular()) {
            description.inode().content.sync();
          } else {
            description.at.fs().sync(description.inode());
          }
          tellWriteErrors(description, walk("fdatasync"));
          return true;
        });
  }

  @Override
  public void syncFs(Fd fd) throws SysException {
    process.call(
        new SimCall("syncFs", fd),
        () -> {
          SimDescription description = open(fd);
          SimWalk walk = walk("syncfs");
          SimFileSystem fs = description.at.fs();
          walk.checkHas(description.at, SimPrimitive.SYNC_FS);
          if (description.pathOnly) {
            throw walk.failure(Errno.EBADF);
          }
          if (fs.isAborted()) {
            throw walk.failure(Errno.EIO);
          }
          fs.settle();
          if (description.knownFsErrors < fs.writeErrors()) {
            description.knownFsErrors = fs.writeErrors();
            throw walk.failure(Errno.EIO);
          }
          return true;
        });
  }

  @Override
  public boolean syncFsTellsFailures() {
    return true;
  }

  private static SimDescription syncable(Fd fd, SimWalk walk) throws SysException {
    SimDescription description = open(fd);
    if (description.pathOnly) {
      throw walk.failure(Errno.EBADF);
    }
    if (!description.inode().isRegular() && !description.inode().isDirectory()) {
      throw walk.failure(Errno.EINVAL);
    }
    if (description.at.fs().isAborted()) {
      throw walk.failure(Errno.EIO);
    }
    return description;
  }

  private static void tellWriteErrors(SimDescription description, SimWalk walk)
      throws SysException {
    if (description.knownWriteErrors < description.inode().writeErrors) {
      description.knownWriteErrors = description.inode().writeErrors;
      throw walk.failure(Errno.EIO);
    }
  }

  /**
   * What a device that fails once does to a file or a directory: what was to be written is dropped,
   * each description is told once, and the next sync succeeds.
   */
  public static void failWriteBack(Fd fd) {
    SimDescription description = open(fd);
    description.at.fs().dropUnsynced(description.inode());
    description.inode().writeErrors++;
    description.at.fs().countWriteError();
  }

  /** Whether a descriptor is one of a directory. */
  public static boolean isDirectory(Fd fd) {
    return open(fd).inode().isDirectory();
  }

  // ---- security ----

  @Override
  public void chmod(Fd fd, int mode) throws SysException {
    process.call(
        new SimCall("chmod", fd, Integer.toOctalString(mode)),
        () -> {
          Location at = changeable(fd, "fchmod");
          walk("fchmod").checkHas(at, SimPrimitive.MODES);
          int kept = at.fs().has(SimPrimitive.MODES) ? mode : at.inode().attributes.mode();
          at.inode().attributes = at.inode().attributes.withMode(kept, now(at));
          return true;
        });
  }

  private Location changeable(Fd fd, String call) throws SysException {
    SimDescription description = open(fd);
    SimWalk walk = walk(call);
    if (description.pathOnly) {
      throw walk.failure(Errno.EBADF);
    }
    walk.checkWritable(description.at);
    walk.checkOwner(description.inode());
    return description.at;
  }

  @Override
  public AclPresence aclQuery(Fd fd, Acl acl) throws SysException {
    return process.call(
        new SimCall("aclQuery", fd, acl),
        () -> {
          Location at = open(fd).at;
          if (lacksAcls(at, "fgetxattr")) {
            return AclPresence.UNSUPPORTED;
          }
          return acl(at.inode(), acl) == null ? AclPresence.ABSENT : AclPresence.PRESENT;
        });
  }

  @Override
  public AclClearing aclClear(Fd fd, Acl acl) throws SysException {
    return process.call(
        new SimCall("aclClear", fd, acl),
        () -> {
          Location at = changeable(fd, "fremovexattr");
          if (lacksAcls(at, "fremovexattr")) {
            return AclClearing.UNSUPPORTED;
          }
          if (acl(at.inode(), acl) == null) {
            return AclClearing.ALREADY_ABSENT;
          }
          at.inode().attributes = withAcl(at.inode().attributes, acl, null, now(at));
          return AclClearing.CLEARED;
        });
  }

  private boolean lacksAcls(Location at, String call) throws SysException {
    if (at.fs().missing(SimPrimitive.ACLS) == SimPrimitive.ACLS.usualError()) {
      return true;
    }
    walk(call).checkHas(at, SimPrimitive.ACLS);
    return false;
  }

  private static Map<Integer, Integer> acl(SimInode inode, Acl acl) {
    return acl == Acl.ACCESS ? inode.attributes.access() : inode.attributes.inherited();
  }

  static SimAttributes withAcl(
      SimAttributes attributes, Acl acl, Map<Integer, Integer> entries, long now) {
    return acl == Acl.ACCESS
        ? attributes.withAccess(entries, now)
        : attributes.withInherited(entries, now);
  }

  @Override
  public int effectiveUid() {
    return process.uid();
  }

  @Override
  public boolean standsForUnmapped(int uid) {
    return false;
  }

  // ---- listing ----

  @Override
  public DirStream list(Fd dir) throws SysException {
    return process.call(
        new SimCall("list", dir),
        () -> {
          SimWalk walk = walk("openat");
          process.checkDescriptors("openat");
          Location at = open(dir).at;
          walk.checkDirectory(at);
          walk.check(at.inode(), SimWalk.READ);
          return new SimDirStream(process, descriptor(readOnly(at), dir, "."));
        });
  }

  // ---- byte-range locks ----

  @Override
  public boolean ofdTryLock(Fd file, LockMode mode, long offset) throws SysException {
    return process.call(
        new SimCall("ofdTryLock", file, mode, offset),
        () -> {
          SimDescription description = open(file);
          walk("fcntl").checkHas(description.at, SimPrimitive.OFD_LOCKS);
          boolean allowed = mode == LockMode.SHARED ? description.readable : description.writable;
          if (!allowed) {
            throw walk("fcntl").failure(Errno.EBADF);
          }
          if (isTaken(description, mode, offset)) {
            return false;
          }
          unlock(description, offset);
          description.inode().locks.add(new SimInode.Lock(description, mode, offset));
          return true;
        });
  }

  @Override
  public void ofdUnlock(Fd file, long offset) throws SysException {
    process.call(
        new SimCall("ofdUnlock", file, offset),
        () -> {
          walk("fcntl").checkHas(open(file).at, SimPrimitive.OFD_LOCKS);
          unlock(open(file), offset);
          return true;
        });
  }

  @Override
  public boolean ofdQuery(Fd file, LockMode mode, long offset) throws SysException {
    return process.call(
        new SimCall("ofdQuery", file, mode, offset),
        () -> {
          walk("fcntl").checkHas(open(file).at, SimPrimitive.OFD_LOCKS);
          return isTaken(open(file), mode, offset);
        });
  }

  private static boolean isTaken(SimDescription asking, LockMode mode, long offset) {
    for (SimInode.Lock lock : asking.inode().locks) {
      if (lock.offset() == offset
          && lock.owner() != asking
          && (mode == LockMode.EXCLUSIVE || lock.mode() == LockMode.EXCLUSIVE)) {
        return true;
      }
    }
    return false;
  }

  private static void unlock(SimDescription description, long offset) {
    description
        .inode()
        .locks
        .removeIf(lock -> lock.owner() == description && lock.offset() == offset);
  }

  // ---- process and time ----

  @Override
  public ProcessIdentity process() {
    return process.identity();
  }

  @Override
  public long monotonicNanos() {
    synchronized (kernel()) {
      kernel().tick();
      return kernel().monotonicNanos();
    }
  }

  @Override
  public long bootTimeNanos() {
    synchronized (kernel()) {
      kernel().tick();
      return kernel().bootTimeNanos();
    }
  }

  @Override
  public long wallMillis() {
    synchronized (kernel()) {
      kernel().tick();
      return kernel().wallNanos() / 1_000_000;
    }
  }
}
