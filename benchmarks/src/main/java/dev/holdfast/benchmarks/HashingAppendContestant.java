package dev.holdfast.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The append of earlier systems of this kind, on a blocking thread: knows the file by the digest of
 * all of it, which is computed for the caller to say what it expects, to compare that, and to tell
 * what it is afterwards; syncs file and directory.
 */
final class HashingAppendContestant implements Contestant {
  private static final String NAME = "hashing the file";

  /**
   * About as many bytes of files are appended to in a round, or it would be all that is measured.
   */
  private static final long BUDGET = 128L << 20;

  private final String name;
  private final WorkDirectory dir;
  private final Path file;
  private final int most;

  /** A file of a size. */
  HashingAppendContestant(Workspace workspace, String label, long size) throws IOException {
    this.name = NAME + label;
    this.dir = workspace.directory("hashing-" + size);
    this.file = dir.path().resolve(AppendContestant.FILE);
    this.most = (int) Math.max(1, BUDGET / size);
    dir.fill(AppendContestant.FILE, size);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Round run(int operations) throws IOException {
    return Blocking.run(Math.min(operations, most), this::append);
  }

  private void append() throws IOException {
    byte[] expected = digest();
    if (!MessageDigest.isEqual(expected, digest())) {
      throw new IOException("somebody else has changed " + file);
    }
    try (FileChannel out = FileChannel.open(file, StandardOpenOption.APPEND)) {
      ByteBuffer record = ByteBuffer.allocate(AppendContestant.RECORD);
      while (record.hasRemaining()) {
        out.write(record);
      }
      out.force(true);
    }
    if (MessageDigest.isEqual(expected, digest())) {
      throw new IOException("nothing was appended");
    }
    WorkDirectory.sync(dir.path());
  }

  private byte[] digest() throws IOException {
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
    ByteBuffer chunk = ByteBuffer.allocate(128 * 1024);
    try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
      while (in.read(chunk) >= 0) {
        digest.update(chunk.flip());
        chunk.clear();
      }
    }
    return digest.digest();
  }

  @Override
  public void settle() throws IOException {
    dir.settle();
  }
}
