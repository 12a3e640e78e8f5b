package dev.holdfast.internal.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a killed process leaves in staging, by the rules of the protocol for names there. */
final class DeadEngine {
  private final Path directory;
  private int objects;

  private DeadEngine(Path directory) {
    this.directory = directory;
  }

  /** One with an owner file that nobody locks. */
  static DeadEngine in(Path root) throws IOException {
    DeadEngine dead = withoutOwner(root, 0);
    Disk.file(dead.directory.resolve("owner"), "");
    return dead;
  }

  /** One that died before its owner file had a name. */
  static DeadEngine withoutOwner(Path root, int number) throws IOException {
    String name = String.format("%032x", number);
    return new DeadEngine(Disk.directory(root.resolve(".holdfast/staging").resolve(name)));
  }

  Path directory() {
    return directory;
  }

  private String random() {
    return String.format("%032x", ++objects);
  }

  /** Content that never became visible. */
  Path fresh(String content) throws IOException {
    return Disk.file(directory.resolve("n-" + random()), content);
  }

  /** A file on its way out, exactly the one that its name says. */
  Path removing(String content) throws IOException {
    Path file = Disk.file(directory.resolve("x"), content);
    Map<String, Object> is = Files.readAttributes(file, "unix:ino,size,lastModifiedTime");
    return Files.move(
        file, directory.resolve(crossing(is.get("ino"), is.get("size"), mtime(is), 0)));
  }

  /** A file under a name that says that another one was expected. */
  Path foreign(String content) throws IOException {
    return Disk.file(directory.resolve(crossing(1, content.length(), 0, 0)), content);
  }

  /** A name for an object that is expected to be so. */
  String crossing(Object ino, Object size, long mtime, Object ours) {
    return "x-" + random() + "-" + ours + "-" + ino + "." + size + "." + mtime;
  }

  static long mtime(Map<String, Object> attributes) {
    return ((FileTime) attributes.get("lastModifiedTime")).to(TimeUnit.NANOSECONDS);
  }
}
