package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Name;
import dev.holdfast.tests.sim.SimMount.Location;

/** An open file description: what locks belong to, and what a fork shares. */
final class SimDescription {
  final Location at;
  final boolean readable;
  final boolean writable;

  /** Opened for appending. */
  boolean appending;

  /** Opened as a location only. */
  final boolean pathOnly;

  /** How many descriptors, of whatever process, refer to it. */
  int references = 1;

  /** The machine that it was opened on. */
  int client;

  /** The name by which a file was opened, as far as that machine knows; null for none. */
  EntryEffect.Key openedAs;

  /** Whether that is the name which a removed file has until it is closed. */
  boolean aside;

  /** The failures to write the file back that its user was told about. */
  long knownWriteErrors;

  /** The same of its whole file system. */
  long knownFsErrors;

  SimDescription(Location at, boolean readable, boolean writable, boolean pathOnly) {
    this.at = at;
    this.readable = readable;
    this.writable = writable;
    this.pathOnly = pathOnly;
    this.knownWriteErrors = at.inode().writeErrors;
    this.knownFsErrors = at.fs().writeErrors();
    at.inode().openings.add(this);
  }

  SimInode inode() {
    return at.inode();
  }

  SimDescription openedAs(SimInode dir, Name name) {
    openedAs = new EntryEffect.Key(dir.id, name);
    return this;
  }

  boolean isAs(EntryEffect.Key place, int machine) {
    return client == machine && place.equals(openedAs);
  }

  /** Whether the server of a network file system does not know its object any more. */
  boolean isStale() {
    SimInode inode = inode();
    return at.fs().isRemote() && inode.links == 0 && !inode.unnamed;
  }

  /** A descriptor of it is closed; with the last one its locks end. */
  void release() {
    if (--references > 0) {
      return;
    }
    SimInode inode = inode();
    inode.locks.removeIf(lock -> lock.owner() == this);
    inode.openings.remove(this);
    at.fs().sillyNames().closed(this);
    at.fs().releaseIfUnused(inode);
  }

  int fingerprint() {
    return fingerprint;
  }

  /** Tells whose it is, in comparisons of states. */
  int fingerprint;
}
