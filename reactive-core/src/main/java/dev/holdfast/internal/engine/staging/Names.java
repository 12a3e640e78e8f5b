package dev.holdfast.internal.engine.staging;

import dev.holdfast.internal.sys.DirStream;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at names, where an absent one is an answer and not a failure. */
public final class Names {
  private Names() {}

  /**
   * What is at a name.
   *
   * @param sys the port
   * @param dir the directory
   * @param name the name
   * @return its attributes, or empty if nothing is there
   * @throws SysException if the kernel cannot tell
   */
  public static Optional<Stat> lookUp(Sys sys, Fd dir, Name name) throws SysException {
    try {
      return Optional.of(sys.stat(dir, name));
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * All names in a directory of the store's own, which holds few.
   *
   * @param sys the port
   * @param dir the directory
   * @return the names, in no particular order
   * @throws SysException if it cannot be listed
   */
  public static List<Name> all(Sys sys, Fd dir) throws SysException {
    List<Name> names = new ArrayList<>();
    try (DirStream listing = sys.list(dir)) {
      for (List<DirStream.Entry> batch = listing.next(); !batch.isEmpty(); batch = listing.next()) {
        batch.forEach(entry -> names.add(entry.name()));
      }
    }
    return names;
  }
}
