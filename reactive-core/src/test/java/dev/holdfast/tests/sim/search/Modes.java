package dev.holdfast.tests.sim.search;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.tests.sim.SimEntry;
import dev.holdfast.tests.sim.SimKernel;

/** Whether everything in a store is its owner's alone. */
final class Modes {
  private Modes() {}

  /** Exactly the modes that the store gives, below a directory and itself, but for one object. */
  static void check(SimKernel kernel, AbsolutePath path, String exempt) {
    if (path.toString().equals(exempt)) {
      return;
    }
    SimEntry entry = kernel.entry(path);
    boolean foreign =
        entry.type() == FileType.SYMLINK || Intruder.isForeign(Contents.idOf(entry.content()));
    int expected = entry.type() == FileType.DIRECTORY ? 0700 : 0600;
    if (!foreign && (entry.mode() != expected || entry.hasAcl() || entry.uid() != World.USER)) {
      throw new Violation(
          "owner-only, always", path + " is " + Integer.toOctalString(entry.mode()));
    }
    for (Name name : kernel.names(path)) {
      check(kernel, new AbsolutePath(path.names().resolve(name)), exempt);
    }
  }
}
