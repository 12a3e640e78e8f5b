package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;

/** Looks whether a commit did what it was for. */
public final class Verification {
  private Verification() {}

  /**
   * Verifies that a name means a new file.
   *
   * @param root the root
   * @param parent the directory of the name
   * @param leaf the name
   * @param file the file
   * @return the file's identity at its name
   * @throws Problem {@link ErrorCode#IDENTITY_MISMATCH} if it means something else already
   * @throws SysException if the kernel cannot tell
   */
  public static FileIdentity ofNewFile(
      ManagedRoot root, OpenDirectory parent, Name leaf, NewFile file)
      throws Problem, SysException {
    Stat named;
    try {
      named = root.sys().stat(parent.fd(), leaf);
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        throw new Problem(
            ErrorCode.IDENTITY_MISMATCH, "the new file was removed again by somebody else", e);
      }
      throw e;
    }
    if (!named.sameObject(file.self())) {
      throw new Problem(
          ErrorCode.IDENTITY_MISMATCH, "the new file was replaced at once by somebody else");
    }
    if (named.size() != file.length() || named.nlink() != 1) {
      throw new Problem(
          ErrorCode.IDENTITY_MISMATCH,
          "expected "
              + file.length()
              + " bytes and one name, found "
              + named.size()
              + " and "
              + named.nlink());
    }
    root.ownerOnly().check(named, FileType.REGULAR);
    return Identities.of(named).withSha256(file.sha256());
  }
}
