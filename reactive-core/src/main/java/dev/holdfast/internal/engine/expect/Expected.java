package dev.holdfast.internal.engine.expect;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;

/**
 * The one object in the one state that meets an expectation. A content is read once, before any
 * lock is taken; from then on its file's identity stands for it.
 */
public final class Expected {
  private static final int CHUNK = 128 * 1024;

  private final FileIdentity identity;

  private Expected(FileIdentity identity) {
    this.identity = identity;
  }

  /**
   * Finds the object that an expectation is about.
   *
   * @param root the root
   * @param parent the directory
   * @param leaf the name in it
   * @param expectation what the caller expects
   * @return what has to be there from now on
   * @throws Problem {@link ErrorCode#NOT_FOUND} if nothing is there, {@link
   *     ErrorCode#IDENTITY_MISMATCH} if something else is
   * @throws SysException if a call fails
   */
  public static Expected at(
      ManagedRoot root, OpenDirectory parent, Name leaf, Expectation expectation)
      throws Problem, SysException {
    if (expectation instanceof Expectation.Identity known) {
      return new Expected(known.identity());
    }
    Expectation.Content content = (Expectation.Content) expectation;
    try (Fd file = root.sys().openFile(parent.fd(), leaf, Access.READ)) {
      Stat before = root.sys().stat(file);
      PresentFile.check(root, before);
      if (before.size() != content.size()) {
        throw mismatch("expected " + content.size() + " bytes, found " + before.size());
      }
      String found = digest(root, file, before.size());
      if (!found.equals(content.sha256())) {
        throw mismatch("expected SHA-256 " + content.sha256() + ", found " + found);
      }
      return new Expected(Identities.of(before));
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        throw new Problem(ErrorCode.NOT_FOUND, "nothing is there", e);
      }
      throw e;
    }
  }

  private static String digest(ManagedRoot root, Fd file, long size) throws SysException {
    Sha256 digest = new Sha256();
    byte[] chunk = new byte[(int) Math.min(CHUNK, Math.max(1, size))];
    for (long done = 0; done < size; ) {
      int count = root.sys().read(file, done, chunk, 0, (int) Math.min(chunk.length, size - done));
      if (count == 0) {
        break; // cut off meanwhile: the digest will not fit
      }
      digest.update(chunk, 0, count);
      done += count;
    }
    return digest.hex();
  }

  /**
   * Compares what is at the name now.
   *
   * @param found its attributes
   * @throws Problem {@link ErrorCode#IDENTITY_MISMATCH} if it is something else, or in another
   *     state
   */
  public void check(Stat found) throws Problem {
    if (!identity.sameAs(Identities.of(found))) {
      throw mismatch(
          "expected " + describe(identity) + ", found " + describe(Identities.of(found)));
    }
  }

  /**
   * Compares a file that was read with what the caller expects.
   *
   * @param expectation what the caller expects
   * @param read the file's identity, with its digest
   * @throws Problem {@link ErrorCode#IDENTITY_MISMATCH} if it is something else, or in another
   *     state
   */
  public static void check(Expectation expectation, FileIdentity read) throws Problem {
    if (expectation instanceof Expectation.Identity known) {
      if (!known.identity().sameAs(read)) {
        throw mismatch("expected " + describe(known.identity()) + ", found " + describe(read));
      }
      return;
    }
    Expectation.Content content = (Expectation.Content) expectation;
    if (content.size() != read.size() || !content.sha256().equals(read.sha256())) {
      throw mismatch(
          "expected "
              + content.size()
              + " bytes with SHA-256 "
              + content.sha256()
              + ", found "
              + read.size()
              + " with "
              + read.sha256());
    }
  }

  /**
   * Whether an object that we have moved is the one that was compared, unchanged. Moving it has set
   * its change time.
   *
   * @param compared its attributes before
   * @param moved its attributes after
   * @return false if somebody else's object, or another state, was moved
   */
  public static boolean isUnchanged(Stat compared, Stat moved) {
    return moved.sameObject(compared)
        && moved.size() == compared.size()
        && moved.mtimeNs() == compared.mtimeNs()
        && moved.nlink() == compared.nlink();
  }

  private static Problem mismatch(String finding) {
    return new Problem(ErrorCode.IDENTITY_MISMATCH, finding);
  }

  private static String describe(FileIdentity file) {
    return "inode "
        + Long.toUnsignedString(file.ino())
        + " with "
        + file.size()
        + " bytes, modified at "
        + file.mtimeNs()
        + " ns, changed at "
        + file.ctimeNs()
        + " ns, "
        + file.nlink()
        + " names";
  }
}
