package dev.holdfast.tests.powercut;

import dev.holdfast.internal.sys.Skip;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file system for disk images on which a file of any size is copied in one moment, also while
 * somebody writes to it: copies share their blocks.
 */
final class Host implements AutoCloseable {
  private static final long SIZE = 8L << 30; // sparse, as are the images in it
  private static final long IMAGE_SIZE = 400L << 20; // xfs wants 300 MiB

  private final FileSystem fileSystem;
  private final Path directory;
  private final Mount mount;
  private int copies;

  private Host(FileSystem fileSystem, Path directory, Mount mount) {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.mount = mount;
  }

  /**
   * One for images of a file system, which need not be its own. Skips the test where there can be
   * none.
   */
  static Host in(Path directory, FileSystem fileSystem) throws IOException, InterruptedException {
    if (Stores.kernel().effectiveUid() != 0) {
      return Skip.because("power cuts need root, for loop devices and mounts");
    }
    FileSystem own =
        Program.find(FileSystem.XFS.maker()).isPresent() ? FileSystem.XFS : FileSystem.BTRFS;
    requireMaker(own);
    requireMaker(fileSystem);
    // Somebody else's, so that opening a store below it does not sync this machine's directories.
    Files.setAttribute(directory, "unix:uid", 12_345);
    Path image = sparse(directory.resolve("host"), SIZE);
    own.makeIn(image);
    Path mountPoint = Files.createDirectory(directory.resolve("images"));
    try {
      return new Host(fileSystem, directory, own.mount(image, mountPoint));
    } catch (IOException e) {
      return Skip.because("power cuts need loop devices and mounts: " + e.getMessage());
    }
  }

  private static void requireMaker(FileSystem fileSystem) {
    if (Program.find(fileSystem.maker()).isEmpty()) {
      Skip.because("power cuts on " + fileSystem + " need " + fileSystem.maker());
    }
  }

  /** A new file system in an image. */
  Path makeImage() throws IOException, InterruptedException {
    Path image = mount.directory().resolve("image");
    Files.deleteIfExists(image);
    fileSystem.makeIn(sparse(image, IMAGE_SIZE));
    return image;
  }

  /** What is in an image at this moment. */
  Path copy(Path image) throws IOException, InterruptedException {
    Path copy = mount.directory().resolve("copy-" + ++copies);
    Program.run("cp", "--reflink=always", image.toString(), copy.toString());
    return copy;
  }

  /** Mounts an image for a writer; skips the test if the kernel does not know the file system. */
  Mount mount(Path image) throws IOException, InterruptedException {
    try {
      return fileSystem.mount(image, mountPoint("disk"));
    } catch (IOException e) {
      return Skip.because("power cuts on " + fileSystem + " need to mount it: " + e.getMessage());
    }
  }

  /** Mounts a copy and looks at it; then it is gone. */
  List<String> inspect(Snapshot snapshot) throws IOException, InterruptedException {
    try (Mount disk = fileSystem.mountCopy(snapshot.image(), mountPoint("copy"))) {
      return Inspection.of(disk.directory(), snapshot.least(), snapshot.most());
    } finally {
      Files.delete(snapshot.image());
    }
  }

  boolean isExt4() {
    return fileSystem == FileSystem.EXT4 || fileSystem == FileSystem.EXT4_WITHOUT_HEURISTICS;
  }

  private Path mountPoint(String name) throws IOException {
    return Files.createDirectories(directory.resolve(name));
  }

  private static Path sparse(Path image, long size) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(size);
    }
    return image;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    mount.close();
  }
}
