package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Outside;
import dev.holdfast.internal.sys.Sys.Acl;
import java.util.Map;

/** Other programs' doings in a directory of a simulated machine. */
public final class SimOutside implements Outside {
  static final int OTHER_USER = 12_345;

  private final SimKernel kernel;
  private final AbsolutePath directory;
  private final int uid;
  private final Mount mount;

  /**
   * Other programs.
   *
   * @param kernel the machine
   * @param directory where they are at work
   * @param uid whose they are
   * @param mount a mount point to show
   */
  public SimOutside(SimKernel kernel, AbsolutePath directory, int uid, Mount mount) {
    this.kernel = kernel;
    this.directory = directory;
    this.uid = uid;
    this.mount = mount;
  }

  private SimInode make(Name at, FileType type, int mode) {
    synchronized (kernel) {
      SimFileSystem fs = kernel.fileSystem();
      SimInode dir = kernel.look(directory);
      long now = fs.timestamp(kernel.wallNanos());
      SimInode made = fs.create(type, uid, new SimAttributes(mode, null, null, now, now), now);
      fs.apply(new EntryEffect("make").set(dir, at, made), now);
      return made;
    }
  }

  @Override
  public void symlink(Name at, String target) {
    make(at, FileType.SYMLINK, 0777).target = target;
  }

  @Override
  public void fifo(Name at) {
    make(at, FileType.FIFO, 0600);
  }

  @Override
  public void socket(Name at) {
    make(at, FileType.SOCKET, 0755);
  }

  /** Makes a device node, as the superuser would for a user. */
  public void device(Name at) {
    make(at, FileType.CHARACTER_DEVICE, 0600);
  }

  @Override
  public boolean grantOther(Name at, Acl acl) {
    synchronized (kernel) {
      if (!kernel.fileSystem().has(SimPrimitive.ACLS)) {
        return false;
      }
      SimInode inode = kernel.look(new AbsolutePath(directory.names().resolve(at)));
      long now = kernel.wallNanos();
      Map<Integer, Integer> entries = Map.of(OTHER_USER, 7);
      inode.attributes = SimSys.withAcl(inode.attributes, acl, entries, now);
      if (acl == Acl.ACCESS) {
        inode.attributes = inode.attributes.withMode(0770, now); // the mask is rwx
      }
      return true;
    }
  }

  @Override
  public Mount mount() {
    return mount;
  }
}
