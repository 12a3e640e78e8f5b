package dev.holdfast.internal.engine.append;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.kept.KeptFile;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.Sha256;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;

/**
 * Looks at what is in front of the place where records go: the last byte whenever the file is not
 * as this process left it, and all of it where a digest is wanted. What a crash left behind the
 * last newline is taken away.
 */
final class FileEnd {
  /** So much is read at once; it costs about as much as a single byte does. */
  private static final int CHUNK = 64 * 1024;

  /**
   * What was found and done.
   *
   * @param size where the next byte goes
   * @param open whether a newline has to come first
   * @param rescued where a torn record was moved to, or the empty string
   */
  record Found(long size, boolean open, String rescued) {}

  private final ManagedRoot root;

  FileEnd(ManagedRoot root) {
    this.root = root;
  }

  /** Gets the end of a file ready for records. */
  Found prepare(Mutation mutation, Request request, KeptFile file, Stat now)
      throws Problem, SysException {
    Found found = new Found(now.size(), false, "");
    if (!file.isAsLeft(now)) {
      file.forgetContent();
      if (now.size() <= CHUNK || request.lines()) {
        found = look(mutation, request, file, now);
      }
    } else if (request.lines() && !file.isLeftAtLineEnd()) {
      found = new Found(now.size(), true, ""); // a record that was appended without framing
    }
    if (request.options().isDigest() && file.digest().isEmpty()) {
      file.digest(digest(file, found.size()));
    }
    return found;
  }

  private Found look(Mutation mutation, Request request, KeptFile file, Stat now)
      throws Problem, SysException {
    long size = now.size();
    int count = size <= CHUNK ? (int) size : 1;
    byte[] end = new byte[Math.max(count, 1)];
    read(file, size - count, end, count);
    boolean torn = request.lines() && size > 0 && end[count - 1] != '\n';
    if (torn && !request.foreign()) {
      long lineEnd = lastLineEnd(file, size);
      if (lineEnd > 0) {
        return new Found(lineEnd, false, cutOff(mutation, request, file, lineEnd, size));
      }
      // Without a single newline it is nothing that an append left: the first record comes whole.
    }
    if (size <= CHUNK) {
      Sha256 digest = new Sha256();
      digest.update(end, 0, count);
      file.digest(digest);
    }
    return new Found(size, torn, "");
  }

  /** Keeps a copy of what a crash left of a record, then takes it away. */
  private String cutOff(Mutation mutation, Request request, KeptFile file, long from, long to)
      throws Problem, SysException {
    String rescued = root.writeSide().rescue().keepCopy(root.ownerOnly(), file.file(), from, to);
    mutation.leaves(rescued);
    root.sys().truncate(file.file(), from);
    if (request.durable()) {
      root.sys().dataSync(file.file());
    }
    return rescued;
  }

  /** Where the last line ends, 0 if there is none. */
  private long lastLineEnd(KeptFile file, long size) throws Problem, SysException {
    byte[] chunk = new byte[CHUNK];
    for (long end = size; end > 0; ) {
      int count = (int) Math.min(CHUNK, end);
      read(file, end - count, chunk, count);
      for (int i = count - 1; i >= 0; i--) {
        if (chunk[i] == '\n') {
          return end - count + i + 1;
        }
      }
      end -= count;
    }
    return 0;
  }

  private Sha256 digest(KeptFile file, long size) throws Problem, SysException {
    Sha256 digest = new Sha256();
    byte[] chunk = new byte[CHUNK];
    for (long position = 0; position < size; ) {
      int count = (int) Math.min(CHUNK, size - position);
      read(file, position, chunk, count);
      digest.update(chunk, 0, count);
      position += count;
    }
    return digest;
  }

  private void read(KeptFile file, long position, byte[] target, int length)
      throws Problem, SysException {
    for (int done = 0; done < length; ) {
      int count = root.sys().read(file.file(), position + done, target, done, length - done);
      if (count == 0) {
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY, "the file was cut off by somebody without the lock");
      }
      done += count;
    }
  }
}
