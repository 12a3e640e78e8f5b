package dev.holdfast.tests.sim;

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
    at.inode().openings++;
  }

  SimInode inode() {
    return at.inode();
  }

  /** A descriptor of it is closed; with the last one its locks end. */
  void release() {
    if (--references > 0) {
      return;
    }
    SimInode inode = inode();
    inode.locks.removeIf(lock -> lock.owner() == this);
    inode.openings--;
    at.fs().releaseIfUnused(inode);
  }

  int fingerprint() {
    return fingerprint;
  }

  /** Tells whose it is, in comparisons of states. */
  int fingerprint;
}
