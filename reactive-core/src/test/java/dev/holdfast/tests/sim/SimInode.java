package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys.LockMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/**
 * An object of a file system. Objects refer to each other by their ids, which are never given out
 * twice, unlike the numbers that processes see.
 */
final class SimInode {
  /** A byte-range lock. */
  record Lock(SimDescription owner, LockMode mode, long offset) {}

  final long id;
  final long number;
  final FileType type;
  final int uid;
  final long birthNs;

  /** The process that made it, 0 if none did. */
  long maker;

  SimAttributes attributes;
  SimAttributes durableAttributes;

  /** How many names it has; for a directory, as usual, two and one for each directory in it. */
  long links;

  /** What took its names away, all of them it ever had. */
  final Set<EntryEffect> removedBy = new HashSet<>();

  /** What set its number free, if another object had it before. */
  Set<EntryEffect> numberFreedBy = Set.of();

  /** The open file descriptions that refer to it. */
  final List<SimDescription> openings = new ArrayList<>(0);

  /** Whether it never had a name and may still get one. */
  boolean unnamed;

  /** Of a regular file. */
  SimContent content;

  /** Counts the failures to write it back; each description is told once about each. */
  long writeErrors;

  /** Of a directory. */
  TreeMap<Name, Long> entries;

  TreeMap<Name, Long> durableEntries;
  long parent;

  /** Of a symbolic link. */
  String target;

  final List<Lock> locks = new ArrayList<>(0);

  SimInode(long id, long number, FileType type, int uid, long birthNs, SimAttributes attributes) {
    this.id = id;
    this.number = number;
    this.type = type;
    this.uid = uid;
    this.birthNs = birthNs;
    this.attributes = attributes;
    this.durableAttributes = attributes;
    if (type == FileType.REGULAR) {
      content = new SimContent();
    }
    if (type == FileType.DIRECTORY) {
      entries = new TreeMap<>();
      durableEntries = new TreeMap<>();
      links = 2;
    }
  }

  boolean isDirectory() {
    return type == FileType.DIRECTORY;
  }

  boolean isOpen() {
    return !openings.isEmpty();
  }

  boolean isRegular() {
    return type == FileType.REGULAR;
  }

  long size() {
    return isRegular()
        ? content.size()
        : isDirectory() ? 4096 : target == null ? 0 : target.length();
  }

  /** The same object on a copied machine, where nobody has it open. */
  SimInode copy() {
    SimInode copy = new SimInode(id, number, type, uid, birthNs, attributes);
    copy.durableAttributes = durableAttributes;
    copy.maker = maker;
    copy.removedBy.addAll(removedBy);
    copy.numberFreedBy = numberFreedBy;
    copy.links = links;
    copy.unnamed = unnamed;
    copy.writeErrors = writeErrors;
    copy.parent = parent;
    copy.target = target;
    if (isRegular()) {
      copy.content = content.copy();
    }
    if (isDirectory()) {
      copy.entries = new TreeMap<>(entries);
      copy.durableEntries = new TreeMap<>(durableEntries);
    }
    return copy;
  }

  /** What is left of a reachable object; a directory's entries are the file system's business. */
  SimInode afterPowerCut(Survival survival) {
    SimAttributes found = attributes;
    if (isAttributeInDoubt() && !survival.survives(() -> "attributes of inode " + number)) {
      found = durableAttributes;
    }
    SimInode left = new SimInode(id, number, type, uid, birthNs, found);
    left.target = target;
    if (isRegular()) {
      left.content = content.afterPowerCut(survival);
    }
    return left;
  }

  /** A directory's times are nobody's business after a power cut. */
  private boolean isAttributeInDoubt() {
    SimAttributes d = durableAttributes;
    return attributes.mode() != d.mode()
        || attributes.access() != d.access()
        || attributes.inherited() != d.inherited()
        || (isRegular() && attributes.mtimeNs() != d.mtimeNs());
  }

  @Override
  public String toString() {
    return type.describe() + " with inode " + number;
  }
}
