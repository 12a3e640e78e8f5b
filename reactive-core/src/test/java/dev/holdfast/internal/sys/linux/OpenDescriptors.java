package dev.holdfast.internal.sys.linux;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** This process's descriptors, as {@code /proc} shows them. */
final class OpenDescriptors {
  private static final int CLOSE_ON_EXEC = 02000000;

  private OpenDescriptors() {}

  /** The numbers of those that are open on a directory or on something below it. */
  static Set<Integer> below(Path directory) throws IOException {
    Set<Integer> numbers = new TreeSet<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        try {
          if (Files.readSymbolicLink(each).toString().startsWith(directory.toString())) {
            numbers.add(Integer.valueOf(each.getFileName().toString()));
          }
        } catch (NoSuchFileException e) {
          continue; // the listing's own, or another thread's, closed meanwhile
        }
      }
    }
    return numbers;
  }

  static boolean closesOnExec(int number) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/fdinfo/" + number))) {
      if (line.startsWith("flags:")) {
        return (Integer.parseInt(line.substring(6).strip(), 8) & CLOSE_ON_EXEC) != 0;
      }
    }
    throw new IOException("no flags of descriptor " + number);
  }
}
