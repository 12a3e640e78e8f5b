package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.ErrnoNumbers;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A file system: its objects, and which changes of names the disk does not have for certain yet.
 *
 * <p>What a power cut may take away: every change of names that no sync of a directory concerned
 * came after, each by itself, except that a later change of one name never survives an earlier one,
 * nor an object the removal of the one whose number it got; and of each file what {@link
 * SimContent} says. A sync of a file does not make its name durable, nor a sync of a directory the
 * directory's own name.
 */
public final class SimFileSystem {
  static final long ROOT = 1;

  private final long dev;
  private final Map<Long, SimInode> inodes = new HashMap<>();
  private final Set<Long> takenNumbers = new HashSet<>();
  private final Map<Long, Set<EntryEffect>> freedBy = new HashMap<>();
  private final List<EntryEffect> pending = new ArrayList<>();

  /** Those that a failed sync dropped. */
  private final Set<EntryEffect> dropped = new HashSet<>();

  private long lastId;
  private long writeErrors;

  private String type = "ext4";
  private boolean readOnly;
  private boolean aborted;
  private boolean remote;
  private boolean repeatsNext;
  private final Map<SimPrimitive, Optional<Errno>> lacking = new EnumMap<>(SimPrimitive.class);
  private final SimSillyNames sillyNames = new SimSillyNames(this);
  private long granularityNs = 1;
  private long capacity = Long.MAX_VALUE;
  private long inodeLimit = Long.MAX_VALUE;

  SimFileSystem(long dev, long now) {
    this(dev);
    SimInode root =
        create(FileType.DIRECTORY, 0, new SimAttributes(0755, null, null, now, now), now);
    root.parent = root.id;
  }

  private SimFileSystem(long dev) {
    this.dev = dev;
  }

  // ---- how it is ----

  /** Its usual name, {@code ext4} unless it is set; decides whether it counts as local. */
  public SimFileSystem type(String name) {
    type = name;
    return this;
  }

  /** Refuses writes from now on. */
  public SimFileSystem readOnly(boolean refuses) {
    readOnly = refuses;
    return this;
  }

  /**
   * Stops until the next start of the machine: nothing can be changed or synced any more. That is
   * what journaling and copy-on-write file systems do when they cannot write their own structures.
   */
  public void abort() {
    aborted = true;
  }

  /** Whether it has stopped. */
  public boolean isAborted() {
    return aborted;
  }

  /** Lacks something, and says so as usual. */
  public SimFileSystem lacks(SimPrimitive... primitives) {
    for (SimPrimitive primitive : primitives) {
      lacking.put(primitive, Optional.ofNullable(primitive.usualError()));
    }
    return this;
  }

  /** Lacks something, or something between us and it does, and says so in its own way. */
  public SimFileSystem lacks(SimPrimitive primitive, Errno answer) {
    lacking.put(primitive, Optional.of(answer));
    return this;
  }

  /**
   * A mount of NFS 4.2: no rename flags, no unnamed files, no ACLs, no birth times; what a client
   * removes and has open stays under another name until its last close; a descriptor of what
   * another client removed is stale ({@link SimKernel#spawnElsewhere}). Nothing is cached: every
   * process sees at once what any other one did.
   */
  public SimFileSystem nfs() {
    remote = true;
    return type("nfs")
        .lacks(SimPrimitive.UNNAMED_FILES, SimPrimitive.RENAME_NO_REPLACE)
        .lacks(SimPrimitive.RENAME_EXCHANGE, SimPrimitive.ACLS, SimPrimitive.BIRTH_TIMES);
  }

  /**
   * The answer to the next change of names gets lost, and the server is asked once more: the change
   * is made, and whoever made it is told what the second request met.
   */
  public SimFileSystem repeatsNext() {
    repeatsNext = true;
    return this;
  }

  /** The steps in which its times go on, in nanoseconds, 1 unless it is set. */
  public SimFileSystem granularity(long nanos) {
    granularityNs = nanos;
    return this;
  }

  /** How many more sectors of 512 bytes, and objects, there is space for; unlimited at first. */
  public SimFileSystem space(long sectors, long objects) {
    capacity = sectors == Long.MAX_VALUE ? sectors : usedSectors() + sectors;
    inodeLimit = objects == Long.MAX_VALUE ? objects : takenNumbers.size() + objects;
    return this;
  }

  /** Its device number, which each client of a network file system gives out by itself. */
  long dev(int client) {
    return dev + 1000L * client;
  }

  String type() {
    return type;
  }

  boolean isReadOnly() {
    return readOnly || aborted;
  }

  boolean has(SimPrimitive primitive) {
    return !lacking.containsKey(primitive);
  }

  /** How the absence of something shows; null if it is there, or does not show. */
  Errno missing(SimPrimitive primitive) {
    return lacking.getOrDefault(primitive, Optional.empty()).orElse(null);
  }

  /** Whether other machines use it too. */
  public boolean isRemote() {
    return remote;
  }

  SimSillyNames sillyNames() {
    return sillyNames;
  }

  /** Whether a change that was made is asked for once more; true once. */
  boolean repeats() {
    boolean repeats = repeatsNext;
    repeatsNext = false;
    return repeats;
  }

  long timestamp(long wallNanos) {
    return wallNanos - Math.floorMod(wallNanos, granularityNs);
  }

  // ---- objects ----

  SimInode root() {
    return inode(ROOT);
  }

  SimInode inode(long id) {
    return inodes.get(id);
  }

  /** What is at a name, or null. */
  SimInode at(SimInode dir, Name name) {
    Long id = dir.entries.get(name);
    return id == null ? null : inode(id);
  }

  /** A new object; its number is the lowest free one, so that numbers are used again at once. */
  SimInode create(FileType kind, int uid, SimAttributes attributes, long now) {
    long number = 2;
    while (!takenNumbers.add(number)) {
      number++;
    }
    SimInode inode = new SimInode(++lastId, number, kind, uid, now, attributes);
    inode.numberFreedBy = freedBy.getOrDefault(number, Set.of());
    freedBy.remove(number);
    inodes.put(inode.id, inode);
    return inode;
  }

  void checkSpaceForObject(String call) throws SysException {
    if (takenNumbers.size() >= inodeLimit) {
      throw ErrnoNumbers.failure(Errno.ENOSPC, call);
    }
    checkSpaceForEntry(call);
  }

  void checkSpaceForEntry(String call) throws SysException {
    if (capacity != Long.MAX_VALUE && usedSectors() >= capacity) {
      throw ErrnoNumbers.failure(Errno.ENOSPC, call);
    }
  }

  /** How many of these bytes there is space for. */
  int spaceFor(SimContent content, long position, int length) {
    if (capacity == Long.MAX_VALUE) {
      return length;
    }
    long free = capacity - usedSectors();
    int fits = 0;
    while (fits < length) {
      long sector = (position + fits) / SimContent.SECTOR;
      if (!content.has(sector) && --free < 0) {
        break;
      }
      fits = (int) Math.min(length, (sector + 1) * SimContent.SECTOR - position);
    }
    return fits;
  }

  private long usedSectors() {
    long used = 0;
    for (SimInode inode : inodes.values()) {
      if (inode.isRegular() && (inode.links > 0 || inode.isOpen())) {
        used += inode.content.sectorCount();
      }
    }
    return used;
  }

  boolean hasExposed(long maker) {
    for (SimInode inode : inodes.values()) {
      if (inode.maker == maker && (inode.attributes.mode() & 077) != 0) {
        return true;
      }
    }
    return false;
  }

  /** Gives the number back if the last name and the last opening are gone. */
  void releaseIfUnused(SimInode inode) {
    if (inode.links == 0 && !inode.isOpen()) {
      takenNumbers.remove(inode.number);
      Set<EntryEffect> freed =
          inode.removedBy.isEmpty() ? inode.numberFreedBy : Set.copyOf(inode.removedBy);
      if (!freed.isEmpty()) {
        freedBy.put(inode.number, freed);
      }
    }
  }

  // ---- names ----

  /** Makes a change of names that processes see at once. */
  void apply(EntryEffect effect, long now) {
    List<SimInode> displaced = new ArrayList<>(2);
    effect.applyTo(
        (dirId, name, inodeId) -> {
          SimInode dir = inode(dirId);
          Long before = dir.entries.get(name);
          if (before != null) {
            unlink(dir, inode(before), now);
            inode(before).removedBy.add(effect); // from each of its names
            displaced.add(inode(before));
          }
          if (inodeId == 0) {
            dir.entries.remove(name);
          } else {
            dir.entries.put(name, inodeId);
            link(dir, inode(inodeId), now);
          }
          dir.attributes = dir.attributes.modified(now);
        });
    pending.add(effect);
    displaced.forEach(this::releaseIfUnused); // unless it has its other name by now
  }

  private static void link(SimInode dir, SimInode inode, long now) {
    inode.attributes = inode.attributes.touched(now);
    inode.unnamed = false;
    if (inode.isDirectory()) {
      inode.parent = dir.id;
      inode.links = Math.max(inode.links, 2);
      dir.links++;
    } else {
      inode.links++;
    }
  }

  private static void unlink(SimInode dir, SimInode inode, long now) {
    inode.attributes = inode.attributes.touched(now);
    if (inode.isDirectory()) {
      inode.links = inode.entries.isEmpty() ? 0 : inode.links;
      dir.links--;
    } else {
      inode.links--;
    }
  }

  // ---- durability ----

  /** The entries of a directory and its attributes, or a file's content and attributes, last. */
  void sync(SimInode inode) {
    inode.durableAttributes = inode.attributes;
    if (inode.isRegular()) {
      inode.content.sync();
    } else if (inode.isDirectory()) {
      take(inode)
          .forEach(
              effect ->
                  effect.applyTo((dir, name, id) -> put(inode(dir).durableEntries, name, id)));
    }
  }

  /** A sync failed: what it was for will never be written, and the next sync does not know. */
  void dropUnsynced(SimInode inode) {
    if (inode.isRegular()) {
      inode.content.dropDirty();
    } else if (inode.isDirectory()) {
      dropped.addAll(take(inode));
    }
  }

  /**
   * Takes the pending changes of a directory's names out of the list, in order, and with each those
   * that it cannot be without: the earlier ones of the same names, and what set a number free.
   */
  private List<EntryEffect> take(SimInode dir) {
    Deque<EntryEffect> taken = new ArrayDeque<>();
    Set<EntryEffect.Key> keys = new HashSet<>();
    Set<EntryEffect> needed = new HashSet<>();
    for (int i = pending.size() - 1; i >= 0; i--) {
      EntryEffect effect = pending.get(i);
      if (effect.touches(dir.id) || effect.touchesAny(keys) || needed.contains(effect)) {
        effect.addKeysTo(keys);
        needed.addAll(effect.needs());
        taken.addFirst(effect);
        pending.remove(i);
      }
    }
    return List.copyOf(taken);
  }

  private static void put(Map<Name, Long> entries, Name name, long idOrZero) {
    if (idOrZero == 0) {
      entries.remove(name);
    } else {
      entries.put(name, idOrZero);
    }
  }

  /**
   * What a device that fails once does to all files: what was to be written is dropped, each
   * description is told once, and the next sync succeeds.
   */
  public void failWriteBackOfFiles() {
    for (SimInode inode : inodes.values()) {
      if (inode.isRegular() && inode.content.isDirty()) {
        dropUnsynced(inode);
        inode.writeErrors++;
        writeErrors++;
      }
    }
  }

  /** A device could not write something back. */
  void countWriteError() {
    writeErrors++;
  }

  long writeErrors() {
    return writeErrors;
  }

  /** Everything is written, as when nothing happens for a while. */
  void settle() {
    for (SimInode inode : inodes.values()) {
      inode.durableAttributes = inode.attributes;
      if (inode.isRegular()) {
        inode.content.sync();
      } else if (inode.isDirectory()) {
        inode.durableEntries = new TreeMap<>(inode.entries);
      }
    }
    pending.clear();
  }

  // ---- other machines ----

  /** The same file system, where nobody has anything open. */
  SimFileSystem copy() {
    SimFileSystem copy = bare();
    copy.aborted = aborted;
    copy.takenNumbers.addAll(takenNumbers);
    copy.freedBy.putAll(freedBy);
    copy.pending.addAll(pending);
    copy.dropped.addAll(dropped);
    for (SimInode inode : inodes.values()) {
      copy.inodes.put(inode.id, inode.copy());
    }
    for (SimInode inode : inodes.values()) {
      if (inode.isOpen()) {
        inode.openings.stream()
            .filter(open -> open.aside)
            .forEach(open -> copy.sillyNames.remove(open.openedAs, inode));
        copy.releaseIfUnused(copy.inode(inode.id));
      }
    }
    return copy;
  }

  private SimFileSystem bare() {
    SimFileSystem bare = new SimFileSystem(dev);
    bare.type = type;
    bare.readOnly = readOnly;
    bare.remote = remote;
    bare.lacking.putAll(lacking);
    bare.granularityNs = granularityNs;
    bare.capacity = capacity;
    bare.inodeLimit = inodeLimit;
    bare.lastId = lastId;
    bare.writeErrors = writeErrors;
    return bare;
  }

  /** What is found after a power cut, with everything on the disk. */
  SimFileSystem afterPowerCut(Survival survival) {
    Map<Long, TreeMap<Name, Long>> entries = new HashMap<>();
    for (SimInode inode : inodes.values()) {
      if (inode.isDirectory()) {
        entries.put(inode.id, new TreeMap<>(inode.durableEntries));
      }
    }
    Set<EntryEffect.Key> lostKeys = new HashSet<>();
    Set<EntryEffect> lost = new HashSet<>(dropped);
    for (EntryEffect effect : pending) {
      boolean possible =
          !effect.touchesAny(lostKeys) && effect.needs().stream().noneMatch(lost::contains);
      if (possible && survival.survives(effect::toString)) {
        effect.applyTo((dir, name, id) -> put(entries.get(dir), name, id));
      } else {
        effect.addKeysTo(lostKeys);
        lost.add(effect);
      }
    }
    SimFileSystem left = bare();
    left.adopt(this, ROOT, ROOT, entries, survival, new HashMap<>());
    return left;
  }

  /** Takes over a directory and everything below it; whatever cannot be reached is gone. */
  private void adopt(
      SimFileSystem before,
      long id,
      long parent,
      Map<Long, TreeMap<Name, Long>> entries,
      Survival survival,
      Map<Long, Long> idsByNumber) {
    SimInode dir = before.inode(id).afterPowerCut(survival);
    dir.parent = parent;
    inodes.put(id, dir);
    takenNumbers.add(dir.number);
    for (Map.Entry<Name, Long> entry : entries.get(id).entrySet()) {
      SimInode old = before.inode(entry.getValue());
      long holder = idsByNumber.merge(old.number, old.id, Math::max);
      SimInode known = inodes.get(old.id);
      if (holder != old.id || (known != null && known.isDirectory())) {
        continue; // found a second time, or its number was given out again
      }
      if (old.isDirectory()) {
        adopt(before, old.id, id, entries, survival, idsByNumber);
        dir.links++;
      } else {
        if (known == null) {
          known = old.afterPowerCut(survival);
          inodes.put(known.id, known);
          takenNumbers.add(known.number);
        }
        known.links++;
      }
      dir.entries.put(entry.getKey(), old.id);
    }
    dir.durableEntries = new TreeMap<>(dir.entries);
  }

  // ---- comparing states ----

  /** An object and everything below it, in words. */
  String portrait(SimInode inode) {
    StringBuilder out = new StringBuilder();
    out.append(inode).append(" of ").append(inode.uid).append(", ").append(inode.links);
    out.append(" names, ").append(inode.attributes);
    if (inode.isRegular()) {
      out.append(", ").append(HexFormat.of().formatHex(inode.content.bytes()));
    }
    if (inode.isDirectory()) {
      inode.entries.forEach(
          (name, id) -> out.append("; ").append(name).append(" = ").append(portrait(inode(id))));
    }
    return out.append(inode.isDirectory() ? "." : "").toString();
  }

  /** Equal for two file systems that a process cannot tell apart, times left out. */
  int fingerprint() {
    return fingerprint(true);
  }

  /** Equal for two file systems of which a crash can leave the same, times left out. */
  int diskFingerprint() {
    return fingerprint(false);
  }

  private int fingerprint(boolean locks) {
    int hash = fingerprint(root(), locks);
    for (EntryEffect effect : pending) {
      hash = 31 * hash + effect.toString().hashCode();
    }
    return hash;
  }

  private int fingerprint(SimInode inode, boolean locks) {
    int hash = inode.type.ordinal();
    hash = 31 * hash + Long.hashCode(inode.number);
    hash = 31 * hash + inode.attributes.mode();
    hash = 31 * hash + Long.hashCode(inode.links);
    hash = 31 * hash + (locks ? 0 : inode.attributes.security(inode.durableAttributes));
    for (SimInode.Lock lock : locks ? inode.locks : List.<SimInode.Lock>of()) {
      hash += 31 * lock.owner().fingerprint() + 7 * lock.mode().ordinal() + (int) lock.offset();
    }
    if (inode.isRegular()) {
      hash = 31 * hash + inode.content.fingerprint();
      hash = 31 * hash + inode.content.volatileFingerprint();
    }
    if (inode.isDirectory()) {
      for (Map.Entry<Name, Long> entry : inode.entries.entrySet()) {
        hash = 31 * hash + entry.getKey().hashCode();
        hash = 31 * hash + fingerprint(inode(entry.getValue()), locks);
      }
    }
    return hash;
  }
}
