package dev.holdfast.internal.sys;

import java.util.Optional;

/** Passes every call on: the base of ports that change a few of them. */
public abstract class ForwardingSys implements Sys {
  private final Sys delegate;

  /**
   * Passes calls on to another port.
   *
   * @param delegate where they go
   */
  protected ForwardingSys(Sys delegate) {
    this.delegate = delegate;
  }

  @Override
  public Fd openRoot(AbsolutePath path, boolean followLast) throws SysException {
    return delegate.openRoot(path, followLast);
  }

  @Override
  public Fd openParent(Fd dir) throws SysException {
    return delegate.openParent(dir);
  }

  @Override
  public Fd openDir(Fd base, NamePath path) throws SysException {
    return delegate.openDir(base, path);
  }

  @Override
  public Fd openFile(Fd dir, Name name, Access access) throws SysException {
    return delegate.openFile(dir, name, access);
  }

  @Override
  public Fd createFile(Fd dir, Name name) throws SysException {
    return delegate.createFile(dir, name);
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    return delegate.openTmp(dir);
  }

  @Override
  public void mkdir(Fd dir, Name name) throws SysException {
    delegate.mkdir(dir, name);
  }

  @Override
  public void link(Fd file, Fd dir, Name name) throws SysException {
    delegate.link(file, dir, name);
  }

  @Override
  public void linkName(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    delegate.linkName(fromDir, from, toDir, to);
  }

  @Override
  public void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    delegate.renameNoReplace(fromDir, from, toDir, to);
  }

  @Override
  public void renameReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    delegate.renameReplace(fromDir, from, toDir, to);
  }

  @Override
  public void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    delegate.renameExchange(fromDir, from, toDir, to);
  }

  @Override
  public void unlink(Fd dir, Name name) throws SysException {
    delegate.unlink(dir, name);
  }

  @Override
  public void rmdir(Fd dir, Name name) throws SysException {
    delegate.rmdir(dir, name);
  }

  @Override
  public Stat stat(Fd fd) throws SysException {
    return delegate.stat(fd);
  }

  @Override
  public Stat stat(Fd dir, Name name) throws SysException {
    return delegate.stat(dir, name);
  }

  @Override
  public Stat stat(AbsolutePath path) throws SysException {
    return delegate.stat(path);
  }

  @Override
  public StatFs statfs(Fd fd) throws SysException {
    return delegate.statfs(fd);
  }

  @Override
  public Optional<String> mountPoint(Fd fd) {
    return delegate.mountPoint(fd);
  }

  @Override
  public int read(Fd file, long position, byte[] target, int offset, int length)
      throws SysException {
    return delegate.read(file, position, target, offset, length);
  }

  @Override
  public int write(Fd file, long position, byte[] source, int offset, int length)
      throws SysException {
    return delegate.write(file, position, source, offset, length);
  }

  @Override
  public void sync(Fd fd) throws SysException {
    delegate.sync(fd);
  }

  @Override
  public void dataSync(Fd file) throws SysException {
    delegate.dataSync(file);
  }

  @Override
  public void syncFs(Fd fd) throws SysException {
    delegate.syncFs(fd);
  }

  @Override
  public boolean syncFsTellsFailures() {
    return delegate.syncFsTellsFailures();
  }

  @Override
  public int append(Fd file, byte[] source, int offset, int length) throws SysException {
    return delegate.append(file, source, offset, length);
  }

  @Override
  public void truncate(Fd file, long size) throws SysException {
    delegate.truncate(file, size);
  }

  @Override
  public void chmod(Fd fd, int mode) throws SysException {
    delegate.chmod(fd, mode);
  }

  @Override
  public AclPresence aclQuery(Fd fd, Acl acl) throws SysException {
    return delegate.aclQuery(fd, acl);
  }

  @Override
  public AclClearing aclClear(Fd fd, Acl acl) throws SysException {
    return delegate.aclClear(fd, acl);
  }

  @Override
  public int effectiveUid() {
    return delegate.effectiveUid();
  }

  @Override
  public boolean standsForUnmapped(int uid) {
    return delegate.standsForUnmapped(uid);
  }

  @Override
  public DirStream list(Fd dir) throws SysException {
    return delegate.list(dir);
  }

  @Override
  public boolean ofdTryLock(Fd file, LockMode mode, long offset) throws SysException {
    return delegate.ofdTryLock(file, mode, offset);
  }

  @Override
  public void ofdUnlock(Fd file, long offset) throws SysException {
    delegate.ofdUnlock(file, offset);
  }

  @Override
  public boolean ofdQuery(Fd file, LockMode mode, long offset) throws SysException {
    return delegate.ofdQuery(file, mode, offset);
  }

  @Override
  public ProcessIdentity process() {
    return delegate.process();
  }

  @Override
  public long monotonicNanos() {
    return delegate.monotonicNanos();
  }

  @Override
  public long bootTimeNanos() {
    return delegate.bootTimeNanos();
  }

  @Override
  public long wallMillis() {
    return delegate.wallMillis();
  }
}
