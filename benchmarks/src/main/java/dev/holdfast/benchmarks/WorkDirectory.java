package dev.holdfast.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/** The directory of one contestant: names for its files, and what is in them. */
final class WorkDirectory {
  /** The name of the file that is replaced. */
  static final String REPLACED = "target";

  private static final int FILE_BYTES = 4096;
  private static final int FILL_BYTES = 1 << 20;

  private final Path path;
  private final byte[] content = new byte[FILE_BYTES];
  private final AtomicInteger names = new AtomicInteger();

  private WorkDirectory(Path path) {
    this.path = path;
    new Random(Plan.SEED).nextBytes(content);
  }

  static WorkDirectory create(Path path) throws IOException {
    Files.createDirectory(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    return new WorkDirectory(path);
  }

  Path path() {
    return path;
  }

  /** What every file holds; not to be changed. */
  byte[] content() {
    return content;
  }

  /** A name that was not used before. */
  String newName() {
    return "f-" + names.getAndIncrement();
  }

  /**
   * Lets the disk have what was not synced, so that whoever comes next does not pay for it. The
   * files stay until the end: for seconds after a mass removal ext4 steps over each freed inode
   * whenever a file is made, which would add the same large amount to every contestant.
   */
  void settle() throws IOException {
    Path replaced = path.resolve(REPLACED);
    if (Files.exists(replaced)) {
      sync(replaced);
    }
    sync(path);
  }

  /** Makes an owner-only file of a size, durably. */
  void fill(String name, long size) throws IOException {
    Path file = path.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    ByteBuffer chunk = ByteBuffer.allocate(FILL_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long left = size; left > 0; ) {
        chunk.clear().limit((int) Math.min(left, FILL_BYTES));
        left -= channel.write(chunk);
      }
      channel.force(true);
    }
    sync(path);
  }

  static void sync(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
