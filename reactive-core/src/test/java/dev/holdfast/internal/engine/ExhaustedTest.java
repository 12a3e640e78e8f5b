package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What every kind of write says, and leaves, where the machine has nothing more to give: on a disk
 * that is really full or has become read-only meanwhile, and at limits that are really reached.
 */
class ExhaustedTest {
  private static final List<String> THERE = List.of("publish=old,100000", "append=log,1000");

  /** What is there afterwards if nothing happened. */
  private static final List<String> LOOKS = List.of("staged", "list", "whole=old", "lines=log");

  private static final List<String> UNCHANGED =
      List.of("staged []", "list [log, old]", "whole true100000", "lines [1000]");

  @TempDir Path temp;

  private Path disk;
  private Path root;

  @BeforeEach
  void name() throws Exception {
    disk = Files.createDirectory(temp.resolve("disk"));
    root = disk.resolve("root");
  }

  /** One write of each kind, with so many bytes. */
  private static List<String> writes(int size) {
    return List.of(
        "publish=new," + size,
        "replace=old," + size,
        "compareAndReplace=old," + size,
        "append=log," + size,
        "append=newlog," + size,
        "batch=new,old," + size,
        "stream=new," + size,
        "streamOver=old," + size);
  }

  /** What they say if all of them are refused with a code. */
  private static List<String> refused(String code) {
    String refusal = code + " NOT_COMMITTED []";
    return List.of(
        "publish " + refusal,
        "replace " + refusal,
        "compareAndReplace " + refusal,
        "append " + refusal,
        "append " + refusal,
        "batch " + refusal + ", " + refusal,
        "stream " + refusal,
        "streamOver " + refusal);
  }

  @Test
  void aFullDiskInMemory() throws Exception {
    Disk.needs("unshare", "-m", "sh", "-c", "mount -t tmpfs none /mnt");
    full(ChildJvm.withMounts("mount -t tmpfs -o size=1m,mode=0700 none '" + disk + "'"));
  }

  @Test
  void aFullDisk() throws Exception {
    ChildJvm child = onAnImage();
    full(child);
    assertThat(child.run(root, "openReadOnly", "whole=old", "lines=log"))
        .containsExactly("openReadOnly ok", "whole true50000", "lines [1000, 50000]");
  }

  private void full(ChildJvm child) throws Exception {
    List<String> said =
        child.run(
            root,
            steps(
                THERE,
                List.of("fill"),
                writes(50_000),
                LOOKS,
                List.of("remove=old", "shell=rm '" + disk + "/ballast'"),
                List.of("publish=old,50000", "append=log,50000", "fill")));
    assertThat(said.subList(3, said.size()))
        .isEqualTo(
            all(
                refused("NO_SPACE"),
                UNCHANGED,
                List.of("remove ok", "shell true", "publish ok", "append ok", "fill ok")));
  }

  /** As a file system does that has met with an error of its disk. */
  @Test
  void aDiskThatBecomesReadOnly() throws Exception {
    ChildJvm child = onAnImage();
    List<String> said =
        child.run(
            root,
            steps(
                THERE,
                List.of("shell=mount -o remount,abort '" + disk + "'"),
                writes(50_000),
                List.of("remove=old", "whole=old", "lines=log", "list")));
    assertThat(said.get(2)).isEqualTo("shell true");
    assertThat(said.subList(3, said.size()))
        .isEqualTo(
            all(
                refused("READ_ONLY_FILESYSTEM"),
                List.of(
                    "remove READ_ONLY_FILESYSTEM NOT_COMMITTED []",
                    "whole true100000",
                    "lines [1000]",
                    "list [log, old]")));
    assertThat(child.run(root, steps(List.of("open"), LOOKS, List.of("replace=old,50000"))))
        .isEqualTo(all(List.of("open ok"), UNCHANGED, List.of("replace ok")));
  }

  @Test
  void aLimitOfTheFileSize() throws Exception {
    Disk.needs("prlimit", "--fsize=1048576", "true");
    List<String> said =
        ChildJvm.under("prlimit", "--fsize=1048576")
            .run(
                root,
                steps(
                    List.of("publish=old,100000", "append=log,1000", "append=log,1000000"),
                    writes(1_048_577),
                    List.of("append=log,50000", "staged", "list", "whole=old", "lines=log"),
                    List.of("append=log,40000", "replace=old,50000")));
    assertThat(said.subList(3, said.size()))
        .isEqualTo(
            all(
                refused("FILE_SIZE_LIMIT"),
                List.of(
                    "append FILE_SIZE_LIMIT NOT_COMMITTED []", // of which a part did fit
                    "staged []",
                    "list [log, old]",
                    "whole true100000",
                    "lines [1000, 1000000]",
                    "append ok",
                    "replace ok")));
  }

  @Test
  void noDescriptors() throws Exception {
    Disk.needs("prlimit", "--nofile=200", "true");
    List<String> said =
        ChildJvm.under("prlimit", "--nofile=200")
            .run(
                root,
                steps(
                    List.of("warm"),
                    THERE,
                    List.of("exhaust"),
                    writes(50_000),
                    List.of("free"),
                    LOOKS,
                    writes(50_000)));
    assertThat(said.subList(4, said.size()))
        .isEqualTo(
            all(
                refused("NO_DESCRIPTORS"),
                List.of("free ok"),
                UNCHANGED,
                List.of("publish ok", "replace ok", "compareAndReplace ok", "append ok"),
                List.of("append ok", "batch DESTINATION_CONFLICT NOT_COMMITTED [], ok"),
                List.of("stream DESTINATION_CONFLICT NOT_COMMITTED []", "streamOver ok")));
  }

  /** A small ext4 of its own, which is there as long as the child runs. */
  private ChildJvm onAnImage() throws Exception {
    Path image = temp.resolve("image");
    Disk.needs("sh", "-c", "truncate -s 8M '%1$s' && mkfs.ext4 -q -m 0 -F '%1$s'".formatted(image));
    String mount = "mount -o loop,errors=remount-ro '%s' '%s'".formatted(image, disk);
    Disk.needs("unshare", "-m", "sh", "-c", mount);
    return ChildJvm.withMounts(mount + " && chmod 700 '" + disk + "'");
  }

  @SafeVarargs
  private static List<String> all(List<String>... parts) {
    return List.of(parts).stream().flatMap(List::stream).toList();
  }

  @SafeVarargs
  private static String[] steps(List<String>... parts) {
    return all(parts).toArray(String[]::new);
  }
}
