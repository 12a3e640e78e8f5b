package dev.holdfast.internal.sys.linux;

import static dev.holdfast.internal.sys.linux.LinuxAbi.AT_EMPTY_PATH;
import static dev.holdfast.internal.sys.linux.LinuxAbi.AT_FDCWD;
import static dev.holdfast.internal.sys.linux.LinuxAbi.AT_REMOVEDIR;
import static dev.holdfast.internal.sys.linux.LinuxAbi.AT_SYMLINK_FOLLOW;
import static dev.holdfast.internal.sys.linux.LinuxAbi.AT_SYMLINK_NOFOLLOW;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_APPEND;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_CLOEXEC;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_CREAT;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_EXCL;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_NONBLOCK;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_PATH;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_RDONLY;
import static dev.holdfast.internal.sys.linux.LinuxAbi.O_RDWR;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
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
import dev.holdfast.internal.sys.ThreadGuard;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The port on Linux. Stateless but for what the kernel was found to lack. */
final class LinuxSys implements Sys {
  private static final byte[] EMPTY = {0};

  /** The mode bits that let an owner open and list a directory. */
  private static final int OWNER_ACCESS = 0500;

  private static final byte[] DOT = {'.', 0};
  private static final byte[] DOT_DOT = {'.', '.', 0};

  /** The most bytes, terminator included, that the kernel takes as one path (PATH_MAX). */
  private static final int PATH_MAX = 4096;

  private static final byte[] ACL_ACCESS = terminated("system.posix_acl_access");
  private static final byte[] ACL_DEFAULT = terminated("system.posix_acl_default");

  private final LinuxAbi abi;
  private final ThreadGuard guard;
  private final Cleaner cleaner = Cleaner.create();
  private final ThreadLocal<Scratch> scratch = ThreadLocal.withInitial(Scratch::new);

  /** Set once openat2 turned out to be missing or forbidden; only ever from true to false. */
  private volatile boolean openat2;

  LinuxSys(LinuxAbi abi, ThreadGuard guard) {
    this(abi, guard, true);
  }

  /** A port that does without openat2 from the start, as on kernels before 5.6. */
  LinuxSys(LinuxAbi abi, ThreadGuard guard, boolean openat2) {
    this.abi = abi;
    this.guard = guard;
    this.openat2 = openat2;
  }

  boolean usesOpenat2() {
    return openat2;
  }

  // ---- opening ----

  @Override
  public Fd openRoot(AbsolutePath path, boolean followLast) throws SysException {
    guard.check("openat");
    byte[] bytes = path.terminated();
    int flags = O_RDONLY | O_CLOEXEC | abi.oDirectory | (followLast ? 0 : abi.oNofollow);
    int fd = LibC.openat(AT_FDCWD, bytes, flags, 0);
    if (fd >= 0) {
      return own(fd);
    }
    SysException failure = failure("openat");
    // O_DIRECTORY | O_NOFOLLOW answers ENOTDIR for a symbolic link too.
    if (failure.errno() == Errno.ENOTDIR && !followLast && isSymlink(AT_FDCWD, bytes)) {
      throw symlink("openat");
    }
    throw failure;
  }

  @Override
  public Fd openParent(Fd dir) throws SysException {
    int flags = O_PATH | O_CLOEXEC | abi.oDirectory;
    return own(on(dir, "openat", at -> LibC.openat(at, DOT_DOT, flags, 0)));
  }

  @Override
  public Fd openDir(Fd base, NamePath path) throws SysException {
    guard.check("openat2");
    if (path.isEmpty()) {
      throw new IllegalArgumentException("a way of at least one name is expected");
    }
    LinuxFd at = (LinuxFd) base;
    int raw = at.acquire();
    try {
      byte[] bytes = path.terminated();
      if (openat2 && bytes.length <= PATH_MAX) {
        long fd = openBeneath(raw, bytes);
        if (fd >= 0) {
          return own(fd);
        }
        SysException failure = failure("openat2");
        if (failure.errno() != Errno.ENOSYS && failure.errno() != Errno.EPERM) {
          throw failure;
        }
        // Old kernels answer ENOSYS, sandboxes EPERM for a call that they do not know.
        openat2 = false;
      }
      return walk(raw, path);
    } finally {
      at.release();
    }
  }

  private long openBeneath(int base, byte[] path) {
    Pointer how = scratch.get().small;
    // Without O_NOFOLLOW, which would exempt the last component from RESOLVE_NO_SYMLINKS.
    how.setLong(0, O_RDONLY | O_CLOEXEC | abi.oDirectory);
    how.setLong(8, 0);
    how.setLong(
        16,
        LinuxAbi.RESOLVE_BENEATH
            | LinuxAbi.RESOLVE_NO_SYMLINKS
            | LinuxAbi.RESOLVE_NO_MAGICLINKS
            | LinuxAbi.RESOLVE_NO_XDEV);
    return LibC.syscall(LinuxAbi.SYS_OPENAT2, base, path, how, 24);
  }

  /** What openat2 does, one verified component at a time. */
  private Fd walk(int base, NamePath path) throws SysException {
    long mount = statRaw(base, EMPTY, AT_EMPTY_PATH).mountId();
    int flags = O_RDONLY | O_CLOEXEC | abi.oDirectory | abi.oNofollow;
    int at = base;
    try {
      for (Name name : path.names()) {
        int next = LibC.openat(at, name.terminated(), flags, 0);
        if (next < 0) {
          SysException failure = failure("openat");
          if (failure.errno() == Errno.ENOTDIR && isSymlink(at, name.terminated())) {
            throw symlink("openat");
          }
          throw failure;
        }
        closeUnless(base, at);
        at = next;
        if (statRaw(at, EMPTY, AT_EMPTY_PATH).mountId() != mount) {
          throw new SysException(Errno.EXDEV, 18, "openat");
        }
      }
      Fd opened = own(at);
      at = base;
      return opened;
    } finally {
      closeUnless(base, at);
    }
  }

  private static void closeUnless(int base, int fd) {
    if (fd != base) {
      int ignored = LibC.close(fd);
    }
  }

  @Override
  public Fd openFile(Fd dir, Name name, Access access) throws SysException {
    int mode =
        switch (access) {
          case READ -> O_RDONLY;
          case READ_WRITE -> O_RDWR;
          case APPEND -> O_RDWR | O_APPEND;
        };
    return openAt(dir, name.terminated(), mode | O_NONBLOCK | abi.oNofollow | O_CLOEXEC, 0);
  }

  @Override
  public Fd createFile(Fd dir, Name name) throws SysException {
    int flags = O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK | abi.oNofollow | O_CLOEXEC;
    return openAt(dir, name.terminated(), flags, 0600);
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    return openAt(dir, DOT, O_RDWR | abi.oTmpfile | O_CLOEXEC, 0600);
  }

  private Fd openAt(Fd dir, byte[] name, int flags, int mode) throws SysException {
    return own(on(dir, "openat", at -> LibC.openat(at, name, flags, mode)));
  }

  // ---- names ----

  @Override
  public void mkdir(Fd dir, Name name) throws SysException {
    byte[] bytes = name.terminated();
    on(
        dir,
        "mkdirat",
        at -> {
          int rc = LibC.mkdirat(at, bytes, 0700);
          if (rc == 0) {
            admitOwner(at, bytes);
          }
          return rc;
        });
  }

  /**
   * A umask can take the owner's own bits away, and a directory without them cannot be opened to
   * set them. Best effort: whoever opens the directory next learns whether it helped.
   */
  private void admitOwner(int dir, byte[] name) {
    int flags = O_PATH | O_CLOEXEC | abi.oDirectory | abi.oNofollow;
    try {
      Stat made = statRaw(dir, name, AT_SYMLINK_NOFOLLOW);
      if ((made.mode() & OWNER_ACCESS) == OWNER_ACCESS || made.uid() != LibC.geteuid()) {
        return;
      }
    } catch (SysException e) {
      return;
    }
    int fd = LibC.openat(dir, name, flags, 0);
    if (fd >= 0) {
      int ignored = LibC.fchmodat(AT_FDCWD, terminated("/proc/self/fd/" + fd), 0700, 0);
      ignored = LibC.close(fd);
    }
  }

  @Override
  public void link(Fd file, Fd dir, Name name) throws SysException {
    byte[] newName = name.terminated();
    try {
      on(file, dir, "linkat", (fd, at) -> LibC.linkat(fd, EMPTY, at, newName, AT_EMPTY_PATH));
    } catch (SysException e) {
      if (e.errno() != Errno.ENOENT && e.errno() != Errno.EPERM) {
        throw e;
      }
      // Kernels before 6.10 demand a capability for AT_EMPTY_PATH and answer ENOENT without it;
      // this form needs /proc instead, and answers ENOENT as well when the directory is gone.
      on(
          file,
          dir,
          "linkat",
          (fd, at) -> {
            byte[] magicLink = terminated("/proc/self/fd/" + fd);
            return LibC.linkat(AT_FDCWD, magicLink, at, newName, AT_SYMLINK_FOLLOW);
          });
    }
  }

  @Override
  public void linkName(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    byte[] oldName = from.terminated();
    byte[] newName = to.terminated();
    on(
        fromDir,
        toDir,
        "linkat",
        (source, target) -> LibC.linkat(source, oldName, target, newName, 0));
  }

  @Override
  public void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    rename(fromDir, from, toDir, to, LinuxAbi.RENAME_NOREPLACE);
  }

  @Override
  public void renameReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    rename(fromDir, from, toDir, to, 0);
  }

  @Override
  public void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    rename(fromDir, from, toDir, to, LinuxAbi.RENAME_EXCHANGE);
  }

  private void rename(Fd fromDir, Name from, Fd toDir, Name to, int flags) throws SysException {
    byte[] oldName = from.terminated();
    byte[] newName = to.terminated();
    on(
        fromDir,
        toDir,
        "renameat2",
        (source, target) ->
            LibC.syscall(abi.sysRenameat2, source, oldName, target, newName, flags));
  }

  @Override
  public void unlink(Fd dir, Name name) throws SysException {
    unlinkAt(dir, name, 0);
  }

  @Override
  public void rmdir(Fd dir, Name name) throws SysException {
    unlinkAt(dir, name, AT_REMOVEDIR);
  }

  private void unlinkAt(Fd dir, Name name, int flags) throws SysException {
    on(dir, "unlinkat", at -> LibC.unlinkat(at, name.terminated(), flags));
  }

  // ---- facts ----

  @Override
  public Stat stat(Fd fd) throws SysException {
    on(fd, "statx", at -> statx(at, EMPTY, AT_EMPTY_PATH));
    return StatxLayout.decode(scratch.get().smallView);
  }

  @Override
  public Stat stat(Fd dir, Name name) throws SysException {
    on(dir, "statx", at -> statx(at, name.terminated(), AT_SYMLINK_NOFOLLOW));
    return StatxLayout.decode(scratch.get().smallView);
  }

  @Override
  public Stat stat(AbsolutePath path) throws SysException {
    guard.check("statx");
    return statRaw(AT_FDCWD, path.terminated(), AT_SYMLINK_NOFOLLOW);
  }

  private Stat statRaw(int dir, byte[] name, int flags) throws SysException {
    check(statx(dir, name, flags), "statx");
    return StatxLayout.decode(scratch.get().smallView);
  }

  /** Asks the server of a network file system, whose client may have remembered older answers. */
  private long statx(int dir, byte[] name, int flags) {
    Pointer result = scratch.get().small;
    int asked = flags | LinuxAbi.AT_STATX_FORCE_SYNC;
    return LibC.syscall(abi.sysStatx, dir, name, asked, LinuxAbi.STATX_MASK, result);
  }

  private boolean isSymlink(int dir, byte[] name) {
    try {
      return statRaw(dir, name, AT_SYMLINK_NOFOLLOW).type() == FileType.SYMLINK;
    } catch (SysException e) {
      return false; // gone meanwhile: the first failure stands
    }
  }

  @Override
  public StatFs statfs(Fd fd) throws SysException {
    Pointer result = scratch.get().small;
    on(fd, "fstatfs", at -> LibC.fstatfs(at, result));
    return StatfsLayout.decode(result);
  }

  @Override
  public Optional<String> mountPoint(Fd fd) {
    try {
      return new ProcFs(abi).mountPoint(stat(fd).mountId());
    } catch (SysException e) {
      return Optional.empty();
    }
  }

  // ---- content ----

  @Override
  public int read(Fd file, long position, byte[] target, int offset, int length)
      throws SysException {
    Scratch buffers = scratch.get();
    int wanted = Math.min(length, Scratch.IO_BYTES);
    int count = (int) on(file, "pread", fd -> LibC.pread(fd, buffers.io, wanted, position));
    buffers.ioView.get(0, target, offset, count);
    return count;
  }

  @Override
  public int write(Fd file, long position, byte[] source, int offset, int length)
      throws SysException {
    Scratch buffers = scratch.get();
    int given = Math.min(length, Scratch.IO_BYTES);
    buffers.ioView.put(0, source, offset, given);
    return (int) on(file, "pwrite", fd -> LibC.pwrite(fd, buffers.io, given, position));
  }

  @Override
  public int append(Fd file, byte[] source, int offset, int length) throws SysException {
    if (length > Scratch.IO_BYTES) {
      return appendLarge(file, source, offset, length);
    }
    Scratch buffers = scratch.get();
    buffers.ioView.put(0, source, offset, length);
    return (int) on(file, "write", fd -> LibC.write(fd, buffers.io, length));
  }

  /** In one call too: between two, somebody else's bytes could get in between. */
  private int appendLarge(Fd file, byte[] source, int offset, int length) throws SysException {
    try (Memory memory = new Memory(length)) {
      memory.write(0, source, offset, length);
      return (int) on(file, "write", fd -> LibC.write(fd, memory, length));
    }
  }

  @Override
  public void truncate(Fd file, long size) throws SysException {
    on(file, "ftruncate", fd -> LibC.ftruncate(fd, size));
  }

  @Override
  public void sync(Fd fd) throws SysException {
    on(fd, "fsync", LibC::fsync);
  }

  @Override
  public void dataSync(Fd file) throws SysException {
    on(file, "fdatasync", LibC::fdatasync);
  }

  @Override
  public void syncFs(Fd fd) throws SysException {
    on(fd, "syncfs", LibC::syncfs);
  }

  @Override
  public boolean syncFsTellsFailures() {
    return KernelVersion.running().isAtLeast(5, 8);
  }

  // ---- security ----

  @Override
  public void chmod(Fd fd, int mode) throws SysException {
    on(fd, "fchmod", at -> LibC.fchmod(at, mode));
  }

  @Override
  public AclPresence aclQuery(Fd fd, Acl acl) throws SysException {
    byte[] name = attribute(acl);
    try {
      long size = on(fd, "fgetxattr", at -> LibC.fgetxattr(at, name, Pointer.NULL, 0));
      return size > 0 ? AclPresence.PRESENT : AclPresence.MALFORMED;
    } catch (SysException e) {
      return switch (e.errno()) {
        case ENODATA -> AclPresence.ABSENT;
        case EOPNOTSUPP -> AclPresence.UNSUPPORTED;
        default -> throw e;
      };
    }
  }

  @Override
  public AclClearing aclClear(Fd fd, Acl acl) throws SysException {
    try {
      on(fd, "fremovexattr", at -> LibC.fremovexattr(at, attribute(acl)));
      return AclClearing.CLEARED;
    } catch (SysException e) {
      return switch (e.errno()) {
        case ENODATA -> AclClearing.ALREADY_ABSENT;
        case EOPNOTSUPP -> AclClearing.UNSUPPORTED;
        default -> throw e;
      };
    }
  }

  private static byte[] attribute(Acl acl) {
    return acl == Acl.ACCESS ? ACL_ACCESS : ACL_DEFAULT;
  }

  @Override
  public int effectiveUid() {
    return LibC.geteuid();
  }

  @Override
  public boolean standsForUnmapped(int uid) {
    guard.check("openat");
    return UserNamespace.standsForUnmapped(
        uid, ProcFs.read(UserNamespace.OVERFLOW), ProcFs.read(UserNamespace.MAP));
  }

  // ---- listing ----

  @Override
  public DirStream list(Fd dir) throws SysException {
    // A descriptor of its own, since the position in a directory belongs to the open description.
    return new LinuxDirStream(this, openAt(dir, DOT, O_RDONLY | O_CLOEXEC | abi.oDirectory, 0));
  }

  /** Fills the thread's transfer buffer with directory records; how many bytes there are. */
  int getdents(Fd dir) throws SysException {
    Pointer buffer = scratch.get().io;
    return (int)
        on(dir, "getdents64", at -> LibC.syscall(abi.sysGetdents64, at, buffer, Scratch.IO_BYTES));
  }

  /** This thread's native memory. */
  Scratch scratch() {
    return scratch.get();
  }

  // ---- byte-range locks ----

  @Override
  public boolean ofdTryLock(Fd file, LockMode mode, long offset) throws SysException {
    try {
      fcntl(file, LinuxAbi.F_OFD_SETLK, lockType(mode), offset);
      return true;
    } catch (SysException e) {
      if (e.errno() == Errno.EAGAIN || e.errno() == Errno.EACCES) { // POSIX allows either
        return false;
      }
      throw e;
    }
  }

  @Override
  public void ofdUnlock(Fd file, long offset) throws SysException {
    fcntl(file, LinuxAbi.F_OFD_SETLK, LinuxAbi.F_UNLCK, offset);
  }

  @Override
  public boolean ofdQuery(Fd file, LockMode mode, long offset) throws SysException {
    return fcntl(file, LinuxAbi.F_OFD_GETLK, lockType(mode), offset) != LinuxAbi.F_UNLCK;
  }

  private static short lockType(LockMode mode) {
    return mode == LockMode.SHARED ? LinuxAbi.F_RDLCK : LinuxAbi.F_WRLCK;
  }

  /** One byte's worth of {@code struct flock}; returns its type afterwards. */
  private short fcntl(Fd file, int command, short type, long offset) throws SysException {
    Pointer flock = scratch.get().small;
    flock.setShort(0, type);
    flock.setShort(2, (short) 0); // SEEK_SET
    flock.setLong(8, offset);
    flock.setLong(16, 1);
    flock.setInt(24, 0); // must be 0 for locks of an open file description
    on(file, "fcntl", fd -> LibC.fcntl(fd, command, flock));
    return flock.getShort(0);
  }

  // ---- process and time ----

  @Override
  public ProcessIdentity process() {
    guard.check("process");
    return new ProcFs(abi).self(ProcessHandle.current().pid());
  }

  @Override
  public long monotonicNanos() {
    return clock(LinuxAbi.CLOCK_MONOTONIC);
  }

  @Override
  public long bootTimeNanos() {
    return clock(LinuxAbi.CLOCK_BOOTTIME);
  }

  @Override
  public long wallMillis() {
    return clock(LinuxAbi.CLOCK_REALTIME) / 1_000_000;
  }

  private long clock(int id) {
    Pointer time = scratch.get().small;
    if (LibC.clock_gettime(id, time) != 0) {
      throw new IllegalStateException("clock " + id + " is missing");
    }
    return time.getLong(0) * 1_000_000_000L + time.getLong(8);
  }

  // ---- shared ----

  /** A call on the number of a descriptor; negative if it failed. */
  @FunctionalInterface
  private interface Call {
    long run(int fd);
  }

  /** A call on the numbers of two descriptors; negative if it failed. */
  @FunctionalInterface
  private interface CallOnTwo {
    long run(int one, int two);
  }

  /** Makes a call on a descriptor that stays open meanwhile. */
  private long on(Fd fd, String name, Call call) throws SysException {
    guard.check(name);
    LinuxFd descriptor = (LinuxFd) fd;
    int raw = descriptor.acquire();
    try {
      // The error number is read before the descriptor is let go, which may close it.
      return check(call.run(raw), name);
    } finally {
      descriptor.release();
    }
  }

  private void on(Fd one, Fd two, String name, CallOnTwo call) throws SysException {
    guard.check(name);
    LinuxFd second = (LinuxFd) two;
    int raw = second.acquire();
    try {
      on(one, name, fd -> call.run(fd, raw));
    } finally {
      second.release();
    }
  }

  private Fd own(long fd) {
    return new LinuxFd((int) fd, cleaner);
  }

  private static long check(long rc, String call) throws SysException {
    if (rc < 0) {
      throw failure(call);
    }
    return rc;
  }

  /** The failure of the native call made just now; JNA kept its errno for this thread. */
  private static SysException failure(String call) {
    int number = Native.getLastError();
    return new SysException(LinuxErrno.of(number), number, call);
  }

  private static SysException symlink(String call) {
    return new SysException(Errno.ELOOP, 40, call);
  }

  static byte[] terminated(String ascii) {
    return (ascii + '\0').getBytes(StandardCharsets.US_ASCII);
  }
}
