package dev.holdfast.internal.engine;

import dev.holdfast.internal.sys.Skip;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What other programs see and do. Names have to be ASCII. */
final class Disk {
  private Disk() {}

  /** All of 07777. */
  static int mode(Path path) throws IOException {
    return (int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 07777;
  }

  static Path chmod(Path path, int mode) throws IOException {
    Set<PosixFilePermission> permissions = PosixFilePermissions.fromString("---------");
    PosixFilePermission[] all = {
      PosixFilePermission.OTHERS_EXECUTE, PosixFilePermission.OTHERS_WRITE,
      PosixFilePermission.OTHERS_READ, PosixFilePermission.GROUP_EXECUTE,
      PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_READ,
      PosixFilePermission.OWNER_EXECUTE, PosixFilePermission.OWNER_WRITE,
      PosixFilePermission.OWNER_READ
    };
    for (int bit = 0; bit < all.length; bit++) {
      if ((mode & 1 << bit) != 0) {
        permissions.add(all[bit]);
      }
    }
    return Files.setPosixFilePermissions(path, permissions);
  }

  static Path directory(Path path) throws IOException {
    return chmod(Files.createDirectory(path), 0700);
  }

  static Path file(Path path, String content) throws IOException {
    return chmod(Files.writeString(path, content), 0600);
  }

  /** Every path below, relative, sorted; symbolic links are not followed. */
  static SortedSet<String> tree(Path directory) {
    if (!present(directory)) {
      return new TreeSet<>();
    }
    try (Stream<Path> all = Files.walk(directory)) {
      SortedSet<String> names = new TreeSet<>();
      all.filter(path -> !path.equals(directory))
          .forEach(path -> names.add(directory.relativize(path).toString()));
      return names;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether anything is there, a dangling link included. */
  static boolean present(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
  }

  /** Whether this process has a file open that had this name and has none any more. */
  static boolean nameless(Path path) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : all) {
        try {
          if (Files.readSymbolicLink(each).toString().equals(path + " (deleted)")) {
            return true;
          }
        } catch (NoSuchFileException e) {
          continue; // the listing's own
        }
      }
    }
    return false;
  }

  /** Bytes that differ from place to place. */
  static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) (i * 31 + (i >>> 8) * 7);
    }
    return bytes;
  }

  /** Whether a file has exactly this content; for large contents in thousands of cases. */
  static boolean holds(Path file, byte[] content) throws IOException {
    return Arrays.equals(Files.readAllBytes(file), content);
  }

  static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs a program; false if it does not exist or fails. */
  static boolean run(String... command) throws IOException, InterruptedException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      System.out.println(Arrays.toString(command) + " cannot be run: " + e.getMessage());
      return false;
    }
    process.getInputStream().readAllBytes();
    return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  /** Ends the test, and says so, if a program that it needs cannot be run. */
  static void needs(String... command) throws IOException, InterruptedException {
    if (!run(command)) {
      Skip.because("cannot run " + String.join(" ", command));
    }
  }

  static boolean isSuperuser() {
    return TestRoot.LINUX.effectiveUid() == 0;
  }
}
