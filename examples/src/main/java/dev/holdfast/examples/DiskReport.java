package dev.holdfast.examples;

import static dev.holdfast.examples.MismatchException.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What is on the disk, as seen without the store. Does file work: only for the main thread. */
record DiskReport(long files, long bytes, long directories, long rescued) {
  private static final Path META = Path.of(".holdfast");

  /** All that a store keeps for itself, besides what was torn by a kill: nothing in staging. */
  private static final List<Path> OWN =
      Stream.of("", "commit.lock", "rescued", "staging", "store.json").map(META::resolve).toList();

  /** Looks at everything; what is not owner-only, or was left by a dead run, is a mismatch. */
  static DiskReport of(Path root) throws IOException {
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(root)) {
      paths = tree.toList();
    }
    long files = 0;
    long bytes = 0;
    long directories = 0;
    long rescued = 0;
    for (Path path : paths) {
      PosixFileAttributes found =
          Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      String mode = PosixFilePermissions.toString(found.permissions());
      Path name = root.relativize(path);
      check(
          (found.isDirectory() && mode.equals("rwx------"))
              || (found.isRegularFile() && mode.equals("rw-------")),
          "on disk '" + name + "' is not owner-only: mode " + mode);
      if (META.resolve("rescued").equals(name.getParent())) {
        rescued++;
      } else if (name.startsWith(META)) {
        check(OWN.contains(name), "on disk '" + name + "' was left behind");
      } else if (found.isDirectory()) {
        directories++;
      } else {
        files++;
        bytes += found.size();
      }
    }
    return new DiskReport(files, bytes, directories, rescued);
  }

  String show(String fileSystem) {
    return String.format(
        Locale.ROOT,
        "on disk           %,d files, %,d bytes, %,d directories on %s, all owner-only%n"
            + "left behind       nothing in .holdfast/staging, %d torn records in .holdfast/rescued",
        files,
        bytes,
        directories,
        fileSystem,
        rescued);
  }
}
