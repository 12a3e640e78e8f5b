package dev.holdfast.internal.sys;

import java.util.List;

/**
 * Repeats the calls that a signal interrupted and that may be repeated without harm: those that
 * look, and those whose second run finds what the first one left and means the same. A call that
 * changes a name passes through: whether an interrupted one took effect has to be looked at by
 * whoever knows what it was for. So does a sync, unless the file system is known to be local: there
 * an interrupted one has not reported, and so not lost, an error yet. An append is never repeated
 * here: the file's size tells the appender whether that is right.
 */
public final class InterruptRetrySys extends ForwardingSys {
  /** How often an interrupted call is repeated before its {@code EINTR} is reported. */
  public static final int ATTEMPTS = 8;

  /** A call with a result. */
  @FunctionalInterface
  private interface Call<T> {
    T run() throws SysException;
  }

  private final boolean local;

  /**
   * Repeats what another port reports as interrupted.
   *
   * @param delegate the other port
   * @param local whether syncs are repeated too: only on a local file system
   */
  public InterruptRetrySys(Sys delegate, boolean local) {
    super(delegate);
    this.local = local;
  }

  private static <T> T repeat(Call<T> call) throws SysException {
    for (int repeats = 0; ; repeats++) {
      try {
        return call.run();
      } catch (SysException e) {
        if (e.errno() != Errno.EINTR || repeats == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public Fd openRoot(AbsolutePath path, boolean followLast) throws SysException {
    return repeat(() -> super.openRoot(path, followLast));
  }

  @Override
  public Fd openParent(Fd dir) throws SysException {
    return repeat(() -> super.openParent(dir));
  }

  @Override
  public Fd openDir(Fd base, NamePath path) throws SysException {
    return repeat(() -> super.openDir(base, path));
  }

  @Override
  public Fd openFile(Fd dir, Name name, Access access) throws SysException {
    return repeat(() -> super.openFile(dir, name, access));
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    return repeat(() -> super.openTmp(dir));
  }

  @Override
  public Stat stat(Fd fd) throws SysException {
    return repeat(() -> super.stat(fd));
  }

  @Override
  public Stat stat(Fd dir, Name name) throws SysException {
    return repeat(() -> super.stat(dir, name));
  }

  @Override
  public Stat stat(AbsolutePath path) throws SysException {
    return repeat(() -> super.stat(path));
  }

  @Override
  public StatFs statfs(Fd fd) throws SysException {
    return repeat(() -> super.statfs(fd));
  }

  @Override
  public int read(Fd file, long position, byte[] target, int offset, int length)
      throws SysException {
    return repeat(() -> super.read(file, position, target, offset, length));
  }

  @Override
  public int write(Fd file, long position, byte[] source, int offset, int length)
      throws SysException {
    return repeat(() -> super.write(file, position, source, offset, length));
  }

  @Override
  public void sync(Fd fd) throws SysException {
    ifLocal(
        () -> {
          super.sync(fd);
          return 0;
        });
  }

  @Override
  public void dataSync(Fd file) throws SysException {
    ifLocal(
        () -> {
          super.dataSync(file);
          return 0;
        });
  }

  @Override
  public void syncFs(Fd fd) throws SysException {
    ifLocal(
        () -> {
          super.syncFs(fd);
          return 0;
        });
  }

  private void ifLocal(Call<Integer> call) throws SysException {
    if (local) {
      repeat(call);
    } else {
      call.run();
    }
  }

  @Override
  public void truncate(Fd file, long size) throws SysException {
    repeat(
        () -> {
          super.truncate(file, size);
          return true;
        });
  }

  @Override
  public void chmod(Fd fd, int mode) throws SysException {
    repeat(
        () -> {
          super.chmod(fd, mode);
          return true;
        });
  }

  @Override
  public AclPresence aclQuery(Fd fd, Acl acl) throws SysException {
    return repeat(() -> super.aclQuery(fd, acl));
  }

  @Override
  public AclClearing aclClear(Fd fd, Acl acl) throws SysException {
    return repeat(() -> super.aclClear(fd, acl));
  }

  @Override
  public DirStream list(Fd dir) throws SysException {
    DirStream listing = repeat(() -> super.list(dir));
    return new DirStream() {
      @Override
      public List<Entry> next() throws SysException {
        return repeat(listing::next);
      }

      @Override
      public void close() {
        listing.close();
      }
    };
  }

  @Override
  public boolean ofdTryLock(Fd file, LockMode mode, long offset) throws SysException {
    return repeat(() -> super.ofdTryLock(file, mode, offset));
  }

  @Override
  public void ofdUnlock(Fd file, long offset) throws SysException {
    repeat(
        () -> {
          super.ofdUnlock(file, offset);
          return true;
        });
  }

  @Override
  public boolean ofdQuery(Fd file, LockMode mode, long offset) throws SysException {
    return repeat(() -> super.ofdQuery(file, mode, offset));
  }
}
