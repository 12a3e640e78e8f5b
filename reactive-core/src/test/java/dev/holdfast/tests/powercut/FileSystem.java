package dev.holdfast.tests.powercut;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a writer's store lies on. Where a file system commits by itself every few seconds, that is
 * put off: it would hide what was not synced.
 */
enum FileSystem {
  EXT4("ext4", "commit=600,noinit_itable", "", List.of("mkfs.ext4", "-q", "-F")),
  /** Without the heuristics for programs that replace files and forget to sync them. */
  EXT4_WITHOUT_HEURISTICS(
      "ext4", "commit=600,noinit_itable,noauto_da_alloc", "", List.of("mkfs.ext4", "-q", "-F")),
  /** A copy has the same UUID, which is refused by default. */
  XFS("xfs", "", "nouuid", List.of("mkfs.xfs", "-q", "-f")),
  BTRFS("btrfs", "commit=600", "", List.of("mkfs.btrfs", "-q", "-f"));

  /** The program that kills one. */
  static final String KILLER = "xfs_io";

  private final String type;
  private final String options;
  private final String optionsOfCopies;
  private final List<String> maker;

  FileSystem(String type, String options, String optionsOfCopies, List<String> maker) {
    this.type = type;
    this.options = options;
    this.optionsOfCopies = optionsOfCopies;
    this.maker = maker;
  }

  String maker() {
    return maker.get(0);
  }

  void makeIn(Path image) throws IOException, InterruptedException {
    Program.run(Stream.concat(maker.stream(), Stream.of(image.toString())).toArray(String[]::new));
  }

  Mount mount(Path image, Path directory) throws IOException, InterruptedException {
    return Mount.of(image, directory, type, options);
  }

  /** As after a power cut: what the file system has in its journal is replayed. */
  Mount mountCopy(Path image, Path directory) throws IOException, InterruptedException {
    return Mount.of(image, directory, type, optionsOfCopies);
  }

  /**
   * Kills one at once: no call has an effect any more, and nothing more reaches its disk.
   *
   * @throws IOException if the file system cannot do that
   */
  static void kill(Path mounted) throws IOException, InterruptedException {
    Program.run(KILLER, "-x", "-c", "shutdown", mounted.toString());
  }

  @Override
  public String toString() {
    return this == EXT4_WITHOUT_HEURISTICS ? "ext4 with noauto_da_alloc" : type;
  }
}
