package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A root; a tree outside of it, under the same names and open to others; and somebody who puts what
 * he has in his stash in the way of operations, and back.
 */
final class SwapTree implements AutoCloseable {
  /** What is taken away. */
  enum Place {
    ROOT,
    PARENT,
    LEAF
  }

  /** What is put there. */
  enum Kind {
    LINK,
    DIRECTORY,
    FIFO,
    DEVICE,
    MOUNT
  }

  static final byte[] A = "the file a".getBytes(UTF_8);
  static final byte[] B = "the file dir/b".getBytes(UTF_8);

  private final Path root;
  private final Path outside;
  private final Path stash;
  private final BindMounts mounts;
  private final boolean devices;
  private Path place;
  private Path thing;
  private boolean took;
  private boolean mounted;

  SwapTree(Path temp) throws Exception {
    root = temp.resolve("root");
    outside = Disk.directory(temp.resolve("outside"));
    stash = Disk.directory(temp.resolve("stash"));
    for (String directory : List.of("", "dir", "dir/x")) {
      Path path = outside.resolve(directory);
      Files.createDirectories(path);
      Disk.chmod(path, 0755);
    }
    for (String file : List.of("a", "dir/b", "dir/bird")) {
      Disk.chmod(Disk.file(outside.resolve(file), "canary " + file), 0644);
    }
    for (Place each : Place.values()) {
      Disk.chmod(
          Disk.file(Disk.directory(stash.resolve("DIRECTORY-" + each)).resolve("b"), "x"), 0640);
    }
    devices = Disk.isSuperuser();
    stock();
    mounts = BindMounts.start(outside);
  }

  Path root() {
    return root;
  }

  boolean can(Kind kind) {
    return switch (kind) {
      case MOUNT -> mounts != null;
      case DEVICE -> devices;
      default -> true;
    };
  }

  /** Makes what is not there, or not any more. */
  private void stock() throws Exception {
    Path fifo = stash.resolve("FIFO");
    Path device = stash.resolve("DEVICE");
    if (!Disk.present(fifo) && !Disk.run("mkfifo", "-m", "600", fifo.toString())) {
      throw new IOException("mkfifo failed");
    }
    if (devices
        && !Disk.present(device)
        && !Disk.run("mknod", "-m", "600", device.toString(), "c", "1", "3")) {
      throw new IOException("mknod failed");
    }
  }

  /** All files are as at first; the store's own directory stays. */
  void reset() throws Exception {
    for (String name : List.of("FIFO", "DEVICE", "LINK", "taken")) {
      Path path = stash.resolve(name); // may have been replaced where it was put
      if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(path);
      }
    }
    stock();
    for (Place each : Place.values()) {
      Path other = stash.resolve("DIRECTORY-" + each);
      for (String name : new TreeSet<>(Disk.tree(other)).descendingSet()) {
        if (!name.equals("b")) {
          Files.delete(other.resolve(name));
        }
      }
    }
    if (Disk.present(root)) {
      for (String name : new TreeSet<>(Disk.tree(root)).descendingSet()) {
        if (!name.equals(".holdfast") && !name.startsWith(".holdfast/")) {
          Files.delete(root.resolve(name));
        }
      }
    } else {
      Disk.directory(root);
    }
    Files.write(Disk.file(root.resolve("a"), ""), A);
    Files.write(Disk.file(Disk.directory(root.resolve("dir")).resolve("b"), ""), B);
  }

  // ---- swapping ----

  void swap(Place which, Kind kind, String leaf) throws IOException {
    String inRoot =
        switch (which) {
          case ROOT -> "";
          case PARENT -> leaf.substring(0, leaf.lastIndexOf('/'));
          case LEAF -> leaf;
        };
    place = root.resolve(inRoot);
    took = Disk.present(place);
    Path same = outside.resolve(inRoot);
    Path shown = Disk.present(same) ? same : outside.resolve("dir/b");
    if (kind == Kind.MOUNT) {
      boolean directory = Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS);
      if (!took) {
        Disk.file(place, "covered");
      }
      mounts.bind(directory == Files.isDirectory(shown) ? shown : outside.resolve("a"), place);
      mounted = true;
      return;
    }
    thing = stash.resolve(kind == Kind.DIRECTORY ? kind + "-" + which : kind.name());
    if (kind == Kind.LINK) {
      Files.createSymbolicLink(thing, shown);
    }
    if (took) {
      Files.move(place, stash.resolve("taken"));
    }
    Files.move(thing, place);
  }

  /** Takes back what was put there, and puts back what was taken, whatever is there by now. */
  void putBack() throws IOException {
    if (place == null) {
      return;
    }
    if (mounted) {
      mounts.unmount(place);
      if (!took) {
        Files.deleteIfExists(place);
      }
    } else {
      boolean taken = took && Disk.present(stash.resolve("taken"));
      if (!Disk.present(thing) && Disk.present(place)) {
        Files.move(place, thing);
      }
      if (taken) {
        Files.move(stash.resolve("taken"), place);
      }
      if (Files.isSymbolicLink(thing)) {
        Files.delete(thing);
      }
    }
    mounted = false;
    place = null;
  }

  // ---- looking ----

  /** Everything outside in which a change could show, times of access left out. */
  Map<String, String> canaries() {
    Map<String, String> state = new TreeMap<>();
    for (Path path : below(outside)) {
      try {
        String content = Files.isRegularFile(path) ? Files.readString(path) : "";
        state.put(
            path.toString(),
            content
                + new TreeMap<>(
                    Files.readAttributes(
                        path, "unix:ino,mode,uid,gid,nlink,size,lastModifiedTime,ctime")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return state;
  }

  /** Where files with a content are, outside and the store's own left out. */
  List<String> placesOf(byte[] content) throws IOException {
    return Stream.concat(below(root).stream(), below(stash).stream())
        .filter(path -> Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
        .filter(path -> !path.toString().contains("/.holdfast/"))
        .filter(
            path -> {
              try {
                return Arrays.equals(Files.readAllBytes(path), content);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .map(Path::toString)
        .toList();
  }

  private static List<Path> below(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What is swapped in is where it was, and of the type that it was. */
  boolean hasEverything() {
    return Disk.present(stash.resolve("FIFO"))
        && (!devices || Disk.present(stash.resolve("DEVICE")))
        && Disk.tree(stash).stream().filter(name -> name.endsWith("/b")).count()
            == Place.values().length;
  }

  @Override
  public void close() throws IOException {
    putBack();
    if (mounts != null) {
      mounts.close();
    }
  }
}
