package dev.holdfast.internal.engine.security;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A kernel with one object, of which everything can be chosen. */
final class FakeObject extends ForwardingSys {
  static final int US = 1000;

  /** The one descriptor. */
  static final Fd FD =
      new Fd() {
        @Override
        public void close() {}
      };

  FileType type = FileType.REGULAR;
  int mode = 0600;
  int uid = US;
  int unmapped = -2;
  boolean keepsMode;
  boolean keepsAcls;
  AclClearing clearing;
  final Map<Acl, AclPresence> acls = new EnumMap<>(Acl.class);
  final Map<String, Errno> failing = new HashMap<>();
  final List<String> changes = new ArrayList<>();

  FakeObject() {
    super(null);
  }

  private void call(String name) throws SysException {
    Errno errno = failing.get(name);
    if (errno != null) {
      throw new SysException(errno, 99, name);
    }
  }

  @Override
  public int effectiveUid() {
    return US;
  }

  @Override
  public boolean standsForUnmapped(int id) {
    return id == unmapped;
  }

  @Override
  public StatFs statfs(Fd fd) {
    return new StatFs("vfat", false);
  }

  @Override
  public Stat stat(Fd fd) throws SysException {
    call("stat");
    return new Stat(1, 2, 3, type, mode, 1, uid, 0, 4, 5, 6L);
  }

  @Override
  public void chmod(Fd fd, int bits) throws SysException {
    call("chmod");
    changes.add(String.format("chmod %o", bits));
    if (!keepsMode) {
      mode = bits;
    }
  }

  @Override
  public AclPresence aclQuery(Fd fd, Acl acl) throws SysException {
    call("aclQuery");
    call("aclQuery " + acl);
    return acls.getOrDefault(acl, AclPresence.ABSENT);
  }

  @Override
  public AclClearing aclClear(Fd fd, Acl acl) throws SysException {
    call("aclClear");
    changes.add("clear " + acl);
    if (keepsAcls) {
      return AclClearing.CLEARED;
    }
    if (clearing != null) {
      return clearing;
    }
    mode |= 040; // what the mask leaves behind
    return acls.remove(acl) == null ? AclClearing.ALREADY_ABSENT : AclClearing.CLEARED;
  }
}
