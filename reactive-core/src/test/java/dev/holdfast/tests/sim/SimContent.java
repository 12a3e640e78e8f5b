package dev.holdfast.tests.sim;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The bytes of a file, twice: what processes see, and what is on the disk for certain. A sector
 * reaches the disk whole or not at all, each by itself; the size does so apart from all of them, so
 * that a file can end up longer than what was written to it, with zeros in between.
 */
final class SimContent {
  static final int SECTOR = 512;

  /** Arrays in these maps are shared by copies and never changed. A missing sector is zeros. */
  private final TreeMap<Long, byte[]> sectors;

  private final TreeMap<Long, byte[]> durable;
  private final TreeSet<Long> dirty;
  private long size;
  private long durableSize;

  SimContent() {
    this(new TreeMap<>(), new TreeMap<>(), new TreeSet<>(), 0, 0);
  }

  private SimContent(
      TreeMap<Long, byte[]> sectors,
      TreeMap<Long, byte[]> durable,
      TreeSet<Long> dirty,
      long size,
      long durableSize) {
    this.sectors = sectors;
    this.durable = durable;
    this.dirty = dirty;
    this.size = size;
    this.durableSize = durableSize;
  }

  SimContent copy() {
    return new SimContent(
        new TreeMap<>(sectors), new TreeMap<>(durable), new TreeSet<>(dirty), size, durableSize);
  }

  long size() {
    return size;
  }

  /** How many sectors are taken. */
  int sectorCount() {
    return sectors.size();
  }

  boolean has(long sector) {
    return sectors.containsKey(sector);
  }

  int read(long position, byte[] target, int offset, int length) {
    int count = (int) Math.max(0, Math.min(length, size - position));
    for (int done = 0; done < count; ) {
      long at = position + done;
      int within = (int) (at % SECTOR);
      int part = Math.min(SECTOR - within, count - done);
      byte[] sector = sectors.get(at / SECTOR);
      if (sector == null) {
        Arrays.fill(target, offset + done, offset + done + part, (byte) 0);
      } else {
        System.arraycopy(sector, within, target, offset + done, part);
      }
      done += part;
    }
    return count;
  }

  void write(long position, byte[] source, int offset, int length) {
    for (int done = 0; done < length; ) {
      long at = position + done;
      int within = (int) (at % SECTOR);
      int part = Math.min(SECTOR - within, length - done);
      byte[] old = sectors.get(at / SECTOR);
      byte[] changed = old == null ? new byte[SECTOR] : old.clone();
      System.arraycopy(source, offset + done, changed, within, part);
      sectors.put(at / SECTOR, changed);
      dirty.add(at / SECTOR);
      done += part;
    }
    size = Math.max(size, position + length);
  }

  /** Cuts it off, or extends it with zeros. */
  void truncate(long length) {
    long firstGone = (length + SECTOR - 1) / SECTOR;
    sectors.tailMap(firstGone, true).clear();
    dirty.addAll(durable.tailMap(firstGone, true).keySet());
    int within = (int) (length % SECTOR);
    byte[] last = within == 0 ? null : sectors.get(length / SECTOR);
    if (last != null && length < size) {
      sectors.put(length / SECTOR, Arrays.copyOf(Arrays.copyOf(last, within), SECTOR));
      dirty.add(length / SECTOR);
    }
    size = length;
  }

  /** All of it. */
  byte[] bytes() {
    byte[] bytes = new byte[Math.toIntExact(size)];
    read(0, bytes, 0, bytes.length);
    return bytes;
  }

  /** Everything is on the disk, but for what the kernel dropped before. */
  void sync() {
    for (long sector : dirty) {
      write(durable, sector);
    }
    dirty.clear();
    durableSize = size;
  }

  private void write(Map<Long, byte[]> disk, long sector) {
    byte[] bytes = sectors.get(sector);
    if (bytes == null) {
      disk.remove(sector);
    } else {
      disk.put(sector, bytes);
    }
  }

  /**
   * The device failed: what was to be written is forgotten, stays in the cache, and counts as clean
   * (fsync(2), errors of write-back).
   */
  void dropDirty() {
    dirty.clear();
  }

  boolean isDirty() {
    return !dirty.isEmpty() || size != durableSize;
  }

  SimContent afterPowerCut(Survival survival) {
    TreeMap<Long, byte[]> found = new TreeMap<>(durable);
    long foundSize = durableSize;
    if (size != durableSize && survival.survives(() -> "size " + size)) {
      foundSize = size;
    }
    for (long sector : dirty) {
      // A sector behind the end is nowhere to be seen, whether it was written or not.
      if (sector * SECTOR < foundSize && survival.survives(() -> "sector " + sector)) {
        write(found, sector);
      }
    }
    long last = foundSize;
    found.keySet().removeIf(sector -> sector * SECTOR >= last);
    return new SimContent(found, new TreeMap<>(found), new TreeSet<>(), foundSize, foundSize);
  }

  int fingerprint() {
    int hash = Long.hashCode(size);
    for (Map.Entry<Long, byte[]> sector : sectors.entrySet()) {
      hash = 31 * hash + sector.getKey().hashCode();
      hash = 31 * hash + Arrays.hashCode(sector.getValue());
    }
    return hash;
  }

  /** What a power cut could take away, as far as it tells two states apart. */
  int volatileFingerprint() {
    return 31 * dirty.hashCode() + Long.hashCode(durableSize);
  }
}
