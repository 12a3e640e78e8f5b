package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/** Leads every call that can fail through one method, with a label for what it is about. */
abstract class InterceptingSys extends ForwardingSys {
  /** Descriptors compare by identity, so this map does too. */
  private final Map<Fd, String> labels = Collections.synchronizedMap(new WeakHashMap<>());

  InterceptingSys(Sys delegate) {
    super(delegate);
  }

  /**
   * A call.
   *
   * @param name the method; the three forms of stat are {@code stat, statName, statPath}
   * @param on the path of the object, as far as it is known
   */
  record Call(String name, String on) {
    @Override
    public String toString() {
      return name + " " + on;
    }
  }

  /** The real call. */
  @FunctionalInterface
  interface Real<T> {
    T run() throws SysException;
  }

  /** A real call without result. */
  @FunctionalInterface
  interface RealVoid {
    void run() throws SysException;
  }

  /** Makes the call, or does something else. */
  abstract <T> T around(Call call, Real<T> real) throws SysException;

  private void aroundVoid(Call call, RealVoid real) throws SysException {
    around(
        call,
        () -> {
          real.run();
          return true;
        });
  }

  private String label(Fd fd) {
    return labels.getOrDefault(fd, "?");
  }

  private Fd labelled(Fd fd, String label) {
    labels.put(fd, label);
    return fd;
  }

  private Fd opening(String call, String label, Real<Fd> real) throws SysException {
    return labelled(around(new Call(call, label), real), label);
  }

  private Call call(String name, Fd fd) {
    return new Call(name, label(fd));
  }

  private Call call(String name, Fd dir, Name entry) {
    return new Call(name, label(dir) + "/" + entry);
  }

  @Override
  public Fd openRoot(AbsolutePath path, boolean followLast) throws SysException {
    return opening("openRoot", path.toString(), () -> super.openRoot(path, followLast));
  }

  @Override
  public Fd openParent(Fd dir) throws SysException {
    return opening("openParent", label(dir) + "/..", () -> super.openParent(dir));
  }

  @Override
  public Fd openDir(Fd base, NamePath path) throws SysException {
    return opening("openDir", label(base) + "/" + path, () -> super.openDir(base, path));
  }

  @Override
  public Fd openFile(Fd dir, Name name, Access access) throws SysException {
    return opening("openFile", label(dir) + "/" + name, () -> super.openFile(dir, name, access));
  }

  @Override
  public Fd createFile(Fd dir, Name name) throws SysException {
    return opening("createFile", label(dir) + "/" + name, () -> super.createFile(dir, name));
  }

  @Override
  public Fd openTmp(Fd dir) throws SysException {
    return opening("openTmp", label(dir) + "/#", () -> super.openTmp(dir));
  }

  @Override
  public void mkdir(Fd dir, Name name) throws SysException {
    aroundVoid(call("mkdir", dir, name), () -> super.mkdir(dir, name));
  }

  @Override
  public void link(Fd file, Fd dir, Name name) throws SysException {
    aroundVoid(call("link", dir, name), () -> super.link(file, dir, name));
  }

  @Override
  public void linkName(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    aroundVoid(call("linkName", toDir, to), () -> super.linkName(fromDir, from, toDir, to));
  }

  @Override
  public void renameNoReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    aroundVoid(
        call("renameNoReplace", toDir, to), () -> super.renameNoReplace(fromDir, from, toDir, to));
  }

  @Override
  public void renameReplace(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    aroundVoid(
        call("renameReplace", toDir, to), () -> super.renameReplace(fromDir, from, toDir, to));
  }

  @Override
  public void renameExchange(Fd fromDir, Name from, Fd toDir, Name to) throws SysException {
    aroundVoid(
        call("renameExchange", toDir, to), () -> super.renameExchange(fromDir, from, toDir, to));
  }

  @Override
  public void unlink(Fd dir, Name name) throws SysException {
    aroundVoid(call("unlink", dir, name), () -> super.unlink(dir, name));
  }

  @Override
  public void rmdir(Fd dir, Name name) throws SysException {
    aroundVoid(call("rmdir", dir, name), () -> super.rmdir(dir, name));
  }

  @Override
  public Stat stat(Fd fd) throws SysException {
    return around(call("stat", fd), () -> super.stat(fd));
  }

  @Override
  public Stat stat(Fd dir, Name name) throws SysException {
    return around(call("statName", dir, name), () -> super.stat(dir, name));
  }

  @Override
  public Stat stat(AbsolutePath path) throws SysException {
    return around(new Call("statPath", path.toString()), () -> super.stat(path));
  }

  @Override
  public StatFs statfs(Fd fd) throws SysException {
    return around(call("statfs", fd), () -> super.statfs(fd));
  }

  @Override
  public int read(Fd file, long position, byte[] target, int offset, int length)
      throws SysException {
    return around(call("read", file), () -> super.read(file, position, target, offset, length));
  }

  @Override
  public int write(Fd file, long position, byte[] source, int offset, int length)
      throws SysException {
    return around(call("write", file), () -> super.write(file, position, source, offset, length));
  }

  @Override
  public void sync(Fd fd) throws SysException {
    aroundVoid(call("sync", fd), () -> super.sync(fd));
  }

  @Override
  public void dataSync(Fd file) throws SysException {
    aroundVoid(call("dataSync", file), () -> super.dataSync(file));
  }

  @Override
  public void syncFs(Fd fd) throws SysException {
    aroundVoid(call("syncFs", fd), () -> super.syncFs(fd));
  }

  @Override
  public int append(Fd file, byte[] source, int offset, int length) throws SysException {
    return around(call("append", file), () -> super.append(file, source, offset, length));
  }

  @Override
  public void truncate(Fd file, long size) throws SysException {
    aroundVoid(call("truncate", file), () -> super.truncate(file, size));
  }

  @Override
  public void chmod(Fd fd, int mode) throws SysException {
    aroundVoid(call("chmod", fd), () -> super.chmod(fd, mode));
  }

  @Override
  public AclPresence aclQuery(Fd fd, Acl acl) throws SysException {
    return around(call("aclQuery", fd), () -> super.aclQuery(fd, acl));
  }

  @Override
  public AclClearing aclClear(Fd fd, Acl acl) throws SysException {
    return around(call("aclClear", fd), () -> super.aclClear(fd, acl));
  }

  @Override
  public DirStream list(Fd dir) throws SysException {
    DirStream stream = around(call("list", dir), () -> super.list(dir));
    return new DirStream() {
      @Override
      public List<Entry> next() throws SysException {
        return around(call("next", dir), stream::next);
      }

      @Override
      public void close() {
        stream.close();
      }
    };
  }

  @Override
  public boolean ofdTryLock(Fd file, LockMode mode, long offset) throws SysException {
    return around(call("ofdTryLock", file), () -> super.ofdTryLock(file, mode, offset));
  }

  @Override
  public void ofdUnlock(Fd file, long offset) throws SysException {
    aroundVoid(call("ofdUnlock", file), () -> super.ofdUnlock(file, offset));
  }

  @Override
  public boolean ofdQuery(Fd file, LockMode mode, long offset) throws SysException {
    return around(call("ofdQuery", file), () -> super.ofdQuery(file, mode, offset));
  }
}
