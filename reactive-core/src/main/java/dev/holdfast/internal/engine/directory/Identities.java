package dev.holdfast.internal.engine.directory;

import dev.holdfast.FileIdentity;
import dev.holdfast.internal.sys.Stat;

/** Identities from attributes. */
public final class Identities {
  private Identities() {}

  /**
   * The identity of an object.
   *
   * @param stat its attributes
   * @return the identity, without digest
   */
  public static FileIdentity of(Stat stat) {
    return new FileIdentity(
        stat.dev(),
        stat.ino(),
        stat.nlink(),
        stat.size(),
        stat.mtimeNs(),
        stat.ctimeNs(),
        stat.birthNs(),
        null);
  }
}
