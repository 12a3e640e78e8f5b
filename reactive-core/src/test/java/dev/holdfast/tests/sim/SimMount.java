package dev.holdfast.tests.sim;

/**
 * A file system, or a part of one, at a place in the tree.
 *
 * @param id the number that tells mounts apart
 * @param fs the file system
 * @param root the directory of it that is at the place
 * @param place where it is, null for the top of the tree
 */
record SimMount(long id, SimFileSystem fs, SimInode root, Location place) {

  /**
   * An object, as reached through a mount.
   *
   * @param mount the mount
   * @param inode the object
   */
  record Location(SimMount mount, SimInode inode) {
    SimFileSystem fs() {
      return mount.fs();
    }
  }

  Location top() {
    return new Location(this, root);
  }
}
