package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Names;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;

/** What a managed file has to be: a regular owner-only file with one name, on the root's device. */
public final class PresentFile {
  private PresentFile() {}

  /**
   * Checks that an object is fit to be read, replaced or removed as a file.
   *
   * @param root the root
   * @param stat the object's attributes
   * @throws Problem saying what it is instead
   */
  public static void check(ManagedRoot root, Stat stat) throws Problem {
    if (stat.type() == FileType.REGULAR && stat.nlink() > 1) {
      throw new Problem(
          ErrorCode.HARD_LINK, "expected a file with one name, found " + stat.nlink() + " names");
    }
    root.ownerOnly().check(stat, FileType.REGULAR);
    if (stat.dev() != root.root().key().dev()) {
      throw new Problem(ErrorCode.MOUNT, "expected the root's device, found another one");
    }
  }

  /** Looks at a file. */
  @FunctionalInterface
  private interface Look {
    Optional<Stat> run() throws SysException;
  }

  /**
   * Looks what file is at a name.
   *
   * @param root the root
   * @param dir the directory
   * @param name the name
   * @return the file's attributes, or empty if nothing is there
   * @throws Problem if something is there that is not fit
   * @throws SysException if the kernel cannot tell
   */
  public static Optional<Stat> at(ManagedRoot root, OpenDirectory dir, Name name)
      throws Problem, SysException {
    return checked(root, () -> Names.lookUp(root.sys(), dir.fd(), name));
  }

  /**
   * Looks at a file that was opened.
   *
   * @param root the root
   * @param file the file
   * @return its attributes; empty if it has no name any more
   * @throws Problem if it is not fit
   * @throws SysException if the kernel cannot tell
   */
  public static Optional<Stat> opened(ManagedRoot root, Fd file) throws Problem, SysException {
    return checked(
        root,
        () ->
            Optional.of(root.sys().stat(file))
                .filter(stat -> stat.nlink() > 0 || stat.type() != FileType.REGULAR));
  }

  private static Optional<Stat> checked(ManagedRoot root, Look look) throws Problem, SysException {
    Optional<Stat> stat = look.run();
    if (stat.isPresent() && root.twins().settle(stat.get())) {
      stat = look.run();
      if (stat.isPresent() && root.twins().settle(stat.get())) {
        return stat; // we must not remove its other name, but know that it is only ours
      }
    }
    if (stat.isPresent()) {
      check(root, stat.get());
    }
    return stat;
  }
}
