package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;

/** Where files go that were replaced and are to be kept. */
@FunctionalInterface
public interface Shelf {

  /**
   * Moves a file there, durably.
   *
   * @param dir where it is
   * @param name its name there
   * @param key whose older version it is
   * @param size how many bytes it has
   * @throws Problem if there is no place for it
   * @throws SysException if a call fails; the file is still where it was then, unless nobody knows
   */
  void keep(Fd dir, Name name, String key, long size) throws Problem, SysException;
}
