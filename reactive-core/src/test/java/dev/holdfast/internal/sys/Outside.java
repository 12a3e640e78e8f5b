package dev.holdfast.internal.sys;

import java.io.IOException;

/** What other programs do in the contract's directory and the port itself cannot. */
public interface Outside {

  /**
   * A way that crosses a mount point.
   *
   * @param above a directory outside of the mount
   * @param point the way from there to the mount point
   */
  record Mount(AbsolutePath above, NamePath point) {}

  /** Makes a symbolic link; the target is as it stands, and need not exist. */
  void symlink(Name at, String target) throws IOException;

  /** Makes a FIFO that nobody has open. */
  void fifo(Name at) throws IOException;

  /** Makes a socket. */
  void socket(Name at) throws IOException;

  /**
   * Gives an object an ACL that grants another user everything, with a mask of {@code rwx}; the
   * owner keeps {@code rwx}, group and others get nothing.
   *
   * @return false where the file system keeps no ACLs
   */
  boolean grantOther(Name at, Sys.Acl acl) throws IOException;

  /** A mount point of this system. */
  Mount mount();
}
