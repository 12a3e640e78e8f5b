package dev.holdfast.tests.sim;

import dev.holdfast.internal.sys.FileType;

/**
 * What somebody who may see everything sees at a name.
 *
 * @param type its type
 * @param mode its bits of 07777
 * @param uid its owner
 * @param links how many names it has
 * @param number its inode number
 * @param hasAcl whether it has an ACL of either kind
 * @param content a regular file's bytes, empty for everything else
 */
public record SimEntry(
    FileType type, int mode, int uid, long links, long number, boolean hasAcl, byte[] content) {

  static SimEntry of(SimInode inode) {
    return new SimEntry(
        inode.type,
        inode.attributes.mode(),
        inode.uid,
        inode.links,
        inode.number,
        inode.attributes.access() != null || inode.attributes.inherited() != null,
        inode.isRegular() ? inode.content.bytes() : new byte[0]);
  }
}
