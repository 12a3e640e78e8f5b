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
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;

/**
 * The object that meets an expectation, held open until the operation has ended: as long as it is,
 * its inode number is nobody else's, so that a later look at the name can tell for certain whether
 * it still means this object. Without that, file systems with coarse clocks, which give numbers out
 * again at once, would let two files of one size pass for one.
 */
public final class Expected implements AutoCloseable {
  private static final int CHUNK = 128 * 1024;

  private final Fd file;
  private final Stat stat;

  private Expected(Fd file, Stat stat) {
    this.file = file;
    this.stat = stat;
  }

  /**
   * Opens what is at a name and compares it with an expectation. The content is read only if the
   * expectation says something about it.
   *
   * @param root the root
   * @param parent the directory
   * @param leaf the name in it
   * @param expectation what the caller expects
   * @return the object, to be closed
   * @throws Problem {@link ErrorCode#NOT_FOUND} if nothing is there, {@link
   *     ErrorCode#IDENTITY_MISMATCH} if something else is
   * @throws SysException if a call fails
   */
  public static Expected at(
      ManagedRoot root, OpenDirectory parent, Name leaf, Expectation expectation)
      throws Problem, SysException {
    Fd file = open(root, parent, leaf);
    try {
      Stat stat =
          PresentFile.opened(root, file)
              .orElseThrow(() -> mismatch("what was there was removed or replaced meanwhile"));
      FileIdentity found = Identities.of(stat);
      boolean compareContent =
          !(expectation instanceof Expectation.Identity known) || known.identity().sha256() != null;
      check(expectation, compareContent ? found.withSha256(digest(root, file, stat)) : found);
      return new Expected(file, stat);
    } catch (Problem | SysException | RuntimeException | Error e) {
      file.close();
      throw e;
    }
  }

  private static Fd open(ManagedRoot root, OpenDirectory parent, Name leaf)
      throws Problem, SysException {
    try {
      return root.sys().openFile(parent.fd(), leaf, Access.READ);
    } catch (SysException e) {
      throw switch (e.errno()) {
        case ENOENT -> new Problem(ErrorCode.NOT_FOUND, "nothing is there", e);
        case ELOOP -> new Problem(ErrorCode.REPARSE_POINT, "found a symbolic link", e);
        case ENXIO -> new Problem(ErrorCode.NOT_REGULAR_FILE, "found a socket or a device", e);
        default -> Problem.of(e);
      };
    }
  }

  private static String digest(ManagedRoot root, Fd file, Stat stat) throws SysException {
    long size = stat.size();
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
    if (!isUnchanged(stat, found) || found.ctimeNs() != stat.ctimeNs()) {
      throw mismatch(
          "expected "
              + describe(Identities.of(stat))
              + ", found "
              + describe(Identities.of(found)));
    }
  }

  /**
   * Makes the object durable before it is exchanged: recovery knows it by its size and times, which
   * a power cut must not change, or it would be taken for somebody else's and put back in the place
   * of the new file. What this process has made durable itself is not synced once more.
   *
   * @param root the root
   * @param path its path
   * @throws SysException if that is not proven
   */
  public void settle(ManagedRoot root, NamePath path) throws SysException {
    if (!root.settled().contains(path, stat)) {
      root.sys().sync(file);
    }
  }

  /**
   * Makes what is at a name durable, for the same reason.
   *
   * @param root the root
   * @param parent the directory
   * @param path its path
   * @param present what is there
   * @throws Problem if it cannot be opened
   * @throws SysException if that is not proven
   */
  public static void settle(ManagedRoot root, OpenDirectory parent, NamePath path, Stat present)
      throws Problem, SysException {
    if (root.settled().contains(path, present)) {
      return;
    }
    try (Fd file = open(root, parent, path.leaf())) {
      root.sys().sync(file);
    }
  }

  /**
   * The open object.
   *
   * @return its descriptor, not to be closed by the caller
   */
  public Fd file() {
    return file;
  }

  @Override
  public void close() {
    file.close();
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
