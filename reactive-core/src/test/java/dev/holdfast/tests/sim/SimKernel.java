package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.ProcessIdentity;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.tests.sim.SimMount.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A simulated machine: file systems, mounts, processes and clocks. Calls are made one at a time,
 * under the kernel's monitor. Time goes on with each call, and when somebody lets it.
 */
public final class SimKernel {
  private static final long CALL_NANOS = 1_000;
  private static final long FIRST_WALL_NANOS = 1_700_000_000_000_000_000L;
  private static final long TICK_NANOS = 10_000_000;
  private static final long PID_NAMESPACE = 4_026_531_836L;

  private final List<SimFileSystem> fileSystems = new ArrayList<>();
  private final List<SimMount> mounts = new ArrayList<>();
  private final String hostId;
  private final int boots;
  private long monotonic;
  private long wallOffset;
  private long suspended;
  private long lastPid;

  /** A machine with an empty file system, which belongs to the superuser. */
  public SimKernel() {
    this("host", 1);
    SimFileSystem top = newFileSystem();
    mounts.add(new SimMount(1, top, top.root(), null));
  }

  private SimKernel(String hostId, int boots) {
    this.hostId = hostId;
    this.boots = boots;
    this.wallOffset = FIRST_WALL_NANOS;
    this.lastPid = 10_000L * boots;
  }

  // ---- file systems ----

  /** A file system that is not mounted yet. */
  public SimFileSystem newFileSystem() {
    SimFileSystem fs = new SimFileSystem(0xfd00 + fileSystems.size(), wallNanos());
    fileSystems.add(fs);
    return fs;
  }

  /** The file system at the top of the tree. */
  public SimFileSystem fileSystem() {
    return mounts.get(0).fs();
  }

  /** Mounts a file system on a directory. */
  public synchronized void mount(SimFileSystem fs, AbsolutePath place) {
    mounts.add(new SimMount(mounts.size() + 1, fs, fs.root(), find(place)));
  }

  /** Makes a directory show up at another place too, through a mount of its own. */
  public synchronized void bind(AbsolutePath directory, AbsolutePath place) {
    Location shown = find(directory);
    mounts.add(new SimMount(mounts.size() + 1, shown.fs(), shown.inode(), find(place)));
  }

  /** Undoes the last mount on a place. */
  public synchronized void unmount(AbsolutePath place) {
    Location top = find(place);
    if (top.mount().place() == null || top.inode() != top.mount().root()) {
      throw new IllegalArgumentException(place + " is no mount point");
    }
    mounts.remove(top.mount());
  }

  Location top() {
    return mounts.get(0).top();
  }

  /** What is seen at a place: the newest mount on it, or the place itself. */
  Location seenAt(Location place) {
    for (int i = mounts.size() - 1; i > 0; i--) {
      SimMount mount = mounts.get(i);
      if (mount.place().inode() == place.inode() && mount.place().mount() == place.mount()) {
        return seenAt(mount.top());
      }
    }
    return place;
  }

  boolean hasMounts() {
    return mounts.size() > 1;
  }

  private Location find(AbsolutePath path) {
    try {
      return new SimWalk(this, 0, "mount").find(path, true);
    } catch (SysException e) {
      throw new IllegalArgumentException(path + " cannot be found", e);
    }
  }

  /** What is at a path, whoever may see it; null if nothing is. */
  SimInode look(AbsolutePath path) {
    try {
      return new SimWalk(this, 0, "look").find(path, false).inode();
    } catch (SysException e) {
      return null;
    }
  }

  /** What is at a path, symbolic links at its end included; null if nothing is. */
  public synchronized SimEntry entry(AbsolutePath path) {
    SimInode inode = look(path);
    return inode == null ? null : SimEntry.of(inode);
  }

  /** The names in a directory; empty if there is none at the path. */
  public synchronized List<Name> names(AbsolutePath path) {
    SimInode inode = look(path);
    return inode == null || !inode.isDirectory() ? List.of() : List.copyOf(inode.entries.keySet());
  }

  /**
   * Everything about what is at a path and below it in which a change could show, times of access
   * left out; two states are the same if their texts are.
   */
  public synchronized String portrait(AbsolutePath path) {
    try {
      Location at = new SimWalk(this, 0, "look").find(path, false);
      return at.fs().portrait(at.inode());
    } catch (SysException e) {
      return "nothing";
    }
  }

  /** Whether a process has made something that others than its user have access to. */
  public synchronized boolean hasExposed(SimProcess process) {
    return fileSystems.stream().anyMatch(fs -> fs.hasExposed(process.identity().pid()));
  }

  /** Everything is written to the disks, as when nothing happens for a while. */
  public synchronized void settle() {
    fileSystems.forEach(SimFileSystem::settle);
  }

  /** Makes a directory, as an installer would, and makes it durable. */
  public synchronized void makeDirectory(AbsolutePath path, int uid, int mode) {
    Location parent = find(path.parent());
    SimFileSystem fs = parent.fs();
    long now = fs.timestamp(wallNanos());
    SimInode made =
        fs.create(FileType.DIRECTORY, uid, new SimAttributes(mode, null, null, now, now), now);
    Name leaf = path.names().leaf();
    fs.apply(new EntryEffect("mkdir").set(parent.inode(), leaf, made), now);
    fs.settle();
  }

  // ---- processes ----

  /** A new process of a user. */
  public synchronized SimProcess spawn(int uid) {
    return spawn(uid, PID_NAMESPACE);
  }

  /** A new process in a pid namespace. */
  public synchronized SimProcess spawn(int uid, long pidNamespace) {
    return spawn(uid, pidNamespace, bootId(), 0);
  }

  /** A new process on another machine, which shares every network file system with this one. */
  public synchronized SimProcess spawnElsewhere(int uid) {
    return spawn(uid, PID_NAMESPACE, "ffffffff" + bootId().substring(8), 1);
  }

  private SimProcess spawn(int uid, long pidNamespace, String boot, int client) {
    long pid = ++lastPid;
    ProcessIdentity identity = new ProcessIdentity(pid, monotonic / TICK_NANOS, boot, pidNamespace);
    return new SimProcess(this, identity, uid, client);
  }

  /** Changes with each boot. */
  public String bootId() {
    return String.format("00000000-0000-4000-8000-%012d", boots);
  }

  /** Names the machine; stays. */
  public String hostId() {
    return hostId;
  }

  // ---- time ----

  void tick() {
    monotonic += CALL_NANOS;
  }

  /** Nanoseconds since boot, suspension left out. */
  public synchronized long monotonicNanos() {
    return monotonic;
  }

  long bootTimeNanos() {
    return monotonic + suspended;
  }

  long wallNanos() {
    return wallOffset + monotonic + suspended;
  }

  /** Lets time pass. */
  public synchronized void advance(long nanos) {
    monotonic += nanos;
  }

  /** Suspends the machine for a while. */
  public synchronized void suspend(long nanos) {
    suspended += nanos;
  }

  /** Sets the time of day forward, or back. */
  public synchronized void jumpWall(long nanos) {
    wallOffset += nanos;
  }

  // ---- other machines ----

  /** The same machine with all its processes killed. */
  public synchronized SimKernel copy() {
    SimKernel copy = new SimKernel(hostId, boots);
    copy.monotonic = monotonic;
    copy.wallOffset = wallOffset;
    copy.suspended = suspended;
    copy.lastPid = lastPid;
    Map<SimFileSystem, SimFileSystem> copies = new HashMap<>();
    for (SimFileSystem fs : fileSystems) {
      copies.put(fs, fs.copy());
    }
    copy.mountAll(this, copies);
    return copy;
  }

  /** The machine after a power cut and its next start. */
  public synchronized SimKernel powerCut(Survival survival) {
    SimKernel next = new SimKernel(hostId, boots + 1);
    next.wallOffset = wallNanos() + 60_000_000_000L;
    Map<SimFileSystem, SimFileSystem> found = new HashMap<>();
    for (SimFileSystem fs : fileSystems) {
      found.put(fs, fs.afterPowerCut(survival));
    }
    next.mountAll(this, found);
    return next;
  }

  /** A mount whose place is gone is left out. */
  private void mountAll(SimKernel before, Map<SimFileSystem, SimFileSystem> counterparts) {
    before.fileSystems.forEach(fs -> fileSystems.add(counterparts.get(fs)));
    Map<SimMount, SimMount> mounted = new HashMap<>();
    for (SimMount mount : before.mounts) {
      SimFileSystem fs = counterparts.get(mount.fs());
      SimInode root = fs.inode(mount.root().id);
      Location place = null;
      if (mount.place() != null) {
        SimMount on = mounted.get(mount.place().mount());
        SimInode inode = on == null ? null : on.fs().inode(mount.place().inode().id);
        place = inode == null ? null : new Location(on, inode);
      }
      if (root != null && (place != null || mount.place() == null)) {
        SimMount again = new SimMount(mount.id(), fs, root, place);
        mounted.put(mount, again);
        mounts.add(again);
      }
    }
  }

  /** Equal for two machines of which a crash can leave the same, times left out. */
  public synchronized int diskFingerprint() {
    int hash = boots;
    for (SimFileSystem fs : fileSystems) {
      hash = 31 * hash + fs.diskFingerprint();
    }
    return hash;
  }

  /** Equal for two machines that no process can tell apart, times left out. */
  public synchronized int fingerprint() {
    int hash = 0;
    for (SimFileSystem fs : fileSystems) {
      hash = 31 * hash + fs.fingerprint();
    }
    return hash;
  }
}
