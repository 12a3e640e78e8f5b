package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What is on the disk, as seen without the store. Does file work: only for the main thread.
 *
 * @param files published files
 * @param bytes what they hold
 * @param directories their directories, the root included
 * @param own what the store keeps for itself
 */
record DiskReport(long files, long bytes, long directories, List<String> own) {
  private static final String FILE_MODE = "rw-------";
  private static final String DIRECTORY_MODE = "rwx------";

  /** Looks at everything; anything that is not owner-only is a mismatch. */
  static DiskReport of(Path root) throws IOException {
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(root)) {
      paths = tree.sorted().toList();
    }
    long files = 0;
    long bytes = 0;
    long directories = 0;
    List<String> own = new ArrayList<>();
    for (Path path : paths) {
      PosixFileAttributes found =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String mode = PosixFilePermissions.toString(found.permissions());
      Path name = root.relativize(path);
      check(
          (found.isDirectory() && mode.equals(DIRECTORY_MODE))
              || (found.isRegularFile() && mode.equals(FILE_MODE)),
          "on disk '" + name + "' is not owner-only: mode " + mode);
      if (name.startsWith(".holdfast")) {
        own.add(mode + " " + name + (found.isDirectory() ? "/" : ", bytes: " + found.size()));
      } else if (found.isDirectory()) {
        directories++;
      } else {
        files++;
        bytes += found.size();
      }
    }
    return new DiskReport(files, bytes, directories, own);
  }

  void print(PrintStream out, String fileSystem) {
    out.printf(
        Locale.ROOT,
        "on disk           %,d files, %,d bytes, %,d directories on %s, all owner-only; besides:%n",
        files,
        bytes,
        directories,
        fileSystem);
    own.forEach(entry -> out.println("  " + entry));
  }
}
