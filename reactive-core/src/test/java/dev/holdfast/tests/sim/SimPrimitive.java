package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.Errno;

/**
 * Something that a file system may lack, and how it usually says so. The errors are those of the
 * network and FUSE file systems of Linux.
 */
public enum SimPrimitive {
  /** Files without a name ({@code O_TMPFILE}). */
  UNNAMED_FILES(Errno.EOPNOTSUPP),
  /** Renames onto a name that must be free. */
  RENAME_NO_REPLACE(Errno.EINVAL),
  /** Renames that swap two names. */
  RENAME_EXCHANGE(Errno.EINVAL),
  /** Second names of a file. */
  LINK(Errno.EPERM),
  /** Byte-range locks of open file descriptions. */
  OFD_LOCKS(Errno.EINVAL),
  /** ACLs; with the usual error there are none, with another one nobody can tell. */
  ACLS(Errno.EOPNOTSUPP),
  /** Modes: everything is 0755 and stays so; usually that is not even said. */
  MODES(null),
  /** The sync of a whole file system. */
  SYNC_FS(Errno.ENOSYS),
  /** Times of birth. */
  BIRTH_TIMES(null);

  private final Errno usual;

  SimPrimitive(Errno usual) {
    this.usual = usual;
  }

  /** How its absence shows, null if the call seems to work. */
  Errno usualError() {
    return usual;
  }
}
