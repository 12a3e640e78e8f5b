package dev.holdfast.internal.engine.read;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.read.Reads.Looking;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * An open file that is read piece by piece, at the size that it had when it was opened. Used by one
 * thread at a time, not always the same one.
 */
public final class FileReading implements AutoCloseable {
  private final Sys sys;
  private final Fd file;
  private final Stat opened;
  private final Quiet quiet;
  private final Sha256 digest = new Sha256();
  private long position;
  private long remaining;

  /**
   * Which part is read.
   *
   * @param offset where it begins
   * @param length how many bytes it has at most
   */
  record Range(long offset, long length) {}

  /** Looks while nobody commits. */
  @FunctionalInterface
  interface Quiet {
    boolean look(Looking<Boolean> look) throws Problem, SysException;
  }

  FileReading(Sys sys, Fd file, Stat opened, Range range, Quiet quiet) {
    this.sys = sys;
    this.file = file;
    this.opened = opened;
    this.quiet = quiet;
    this.position = Math.min(range.offset(), opened.size());
    this.remaining = Math.min(range.length(), opened.size() - position);
  }

  /**
   * Which file it is.
   *
   * @return its identity when it was opened, without digest
   */
  public FileIdentity identity() {
    return Identities.of(opened);
  }

  /**
   * How much is still to be read.
   *
   * @return bytes
   */
  public long remaining() {
    return remaining;
  }

  /**
   * Reads the next piece.
   *
   * @param most how many bytes at most, more than none
   * @return that many, or all that remain
   * @throws Problem {@link ErrorCode#CHANGED_CONCURRENTLY} if the file is shorter than it was
   * @throws SysException if it cannot be read
   */
  public byte[] next(int most) throws Problem, SysException {
    byte[] piece = new byte[(int) Math.min(most, remaining)];
    for (int done = 0; done < piece.length; ) {
      int count = sys.read(file, position + done, piece, done, piece.length - done);
      if (count == 0) {
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY,
            "expected " + opened.size() + " bytes, found the file truncated");
      }
      done += count;
    }
    digest.update(piece, 0, piece.length);
    position += piece.length;
    remaining -= piece.length;
    return piece;
  }

  /**
   * Ends the reading: looks whether what was there at the beginning was left alone. A file that was
   * replaced or removed meanwhile was read in a complete older version, and one that has grown at
   * its old size; any other change of the content makes the reading worthless.
   *
   * @return the digest of what was read
   * @throws Problem {@link ErrorCode#CHANGED_CONCURRENTLY} if it was changed
   * @throws SysException if the kernel cannot tell
   */
  public String finish() throws Problem, SysException {
    Stat now = sys.stat(file);
    boolean same = now.size() == opened.size() && now.mtimeNs() == opened.mtimeNs();
    // Grown: only a look while no append is being taken back tells that the old part still stands.
    if (!same
        && (now.size() <= opened.size()
            || !quiet.look(() -> sys.stat(file).size() >= opened.size()))) {
      throw new Problem(ErrorCode.CHANGED_CONCURRENTLY, "the file changed while it was read");
    }
    return digest.hex();
  }

  @Override
  public void close() {
    file.close();
  }
}
