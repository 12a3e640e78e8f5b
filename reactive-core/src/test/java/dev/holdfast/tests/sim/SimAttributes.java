package dev.holdfast.tests.sim;

import java.util.Map;
import java.util.Objects;

/**
 * What an inode carries besides its content.
 *
 * @param mode the bits of 07777; with an access ACL the group bits are its mask
 * @param access who else may use it: user to permission bits, null without an ACL
 * @param inherited what children get as access ACL, null without a default ACL
 * @param mtimeNs when the content changed
 * @param ctimeNs when anything changed
 */
record SimAttributes(
    int mode,
    Map<Integer, Integer> access,
    Map<Integer, Integer> inherited,
    long mtimeNs,
    long ctimeNs) {

  /** Who has access, and who has after a power cut, as a number. */
  int security(SimAttributes durable) {
    return Objects.hash(access, inherited, durable.mode, durable.access, durable.inherited);
  }

  SimAttributes withMode(int changed, long now) {
    return new SimAttributes(changed, access, inherited, mtimeNs, now);
  }

  SimAttributes withAccess(Map<Integer, Integer> changed, long now) {
    return new SimAttributes(mode, changed, inherited, mtimeNs, now);
  }

  SimAttributes withInherited(Map<Integer, Integer> changed, long now) {
    return new SimAttributes(mode, access, changed, mtimeNs, now);
  }

  SimAttributes touched(long now) {
    return new SimAttributes(mode, access, inherited, mtimeNs, now);
  }

  SimAttributes modified(long now) {
    return new SimAttributes(mode, access, inherited, now, now);
  }
}
