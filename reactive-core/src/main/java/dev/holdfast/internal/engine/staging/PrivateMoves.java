package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * Moves objects out of other people's sight and back, also where a rename cannot refuse to replace.
 *
 * @param sys the port
 * @param refuses whether a rename can refuse to replace
 */
public record PrivateMoves(Sys sys, boolean refuses) {

  /**
   * Moves an object to a name that nobody else makes.
   *
   * @param dir where it is
   * @param name its name there
   * @param to a private directory
   * @param unique a random name in it
   * @throws SysException if it may not have been moved
   */
  public void away(Fd dir, Name name, Fd to, Name unique) throws SysException {
    if (refuses) {
      sys.renameNoReplace(dir, name, to, unique);
    } else {
      sys.renameReplace(dir, name, to, unique);
    }
  }

  /**
   * Moves an object from its private name to one that must be free. Where a rename cannot refuse,
   * it has both names for a moment, and keeps the private one if that cannot be removed; a
   * directory cannot be moved there.
   *
   * @param dir the private directory
   * @param name its name there
   * @param to where it goes
   * @param free the name there
   * @return whether the private name is gone
   * @throws SysException {@code EEXIST} if anything is at the name; if it may not have been moved
   */
  public boolean back(Fd dir, Name name, Fd to, Name free) throws SysException {
    if (refuses) {
      sys.renameNoReplace(dir, name, to, free);
      return true;
    }
    sys.linkName(dir, name, to, free);
    try {
      Unlinking.unlinkIfThere(sys, dir, name);
      return true;
    } catch (SysException e) {
      return false; // whoever comes across it there removes it
    }
  }
}
