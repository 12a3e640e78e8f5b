package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation on real file systems: what {@code docs/filesystems.md} says about them. */
class FileSystemsTest {
  @TempDir Path temp;

  /** File systems that this kernel may be able to mount. */
  enum Kind {
    TMPFS("", "mount -t tmpfs none '%2$s'", "tmpfs local UNNAMED_FILE EXACT ACLs"),
    RAMFS("", "mount -t ramfs none '%2$s'", "ramfs remote UNNAMED_FILE EXACT no ACLs"),
    EXT2("mkfs.ext2 -q -F", "mount -o loop '%1$s' '%2$s'", "ext4 local UNNAMED_FILE EXACT ACLs"),
    EXT4("mkfs.ext4 -q -F", "mount -o loop '%1$s' '%2$s'", "ext4 local UNNAMED_FILE EXACT ACLs"),
    XFS("mkfs.xfs -q -f", "mount -o loop '%1$s' '%2$s'", "xfs local UNNAMED_FILE EXACT ACLs"),
    BTRFS("mkfs.btrfs -q -f", "mount -o loop '%1$s' '%2$s'", "btrfs local UNNAMED_FILE EXACT ACLs"),
    OVERLAY(
        "",
        "mount -t tmpfs none '%2$s' && mkdir '%2$s/lower' '%2$s/upper' '%2$s/work'"
            + " && mount -t overlay -o 'lowerdir=%2$s/lower,upperdir=%2$s/upper,workdir=%2$s/work'"
            + " none '%2$s'",
        "overlay local UNNAMED_FILE EXACT ACLs"),
    BINDFS("", "mkdir '%1$s' && bindfs '%1$s' '%2$s'", "fuse remote LINK COOPERATIVE ACLs");

    private final String maker;
    private final String mount;
    private final String capabilities;

    Kind(String maker, String mount, String capabilities) {
      this.maker = maker;
      this.mount = mount;
      this.capabilities = capabilities;
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyOperationDoesWhatTheCapabilitiesSay(Kind kind) throws Exception {
    Path image = temp.resolve("image");
    Path disk = Files.createDirectory(temp.resolve("disk"));
    if (!kind.maker.isEmpty()) {
      Disk.needs("sh", "-c", "truncate -s 400M '%s' && %s '%1$s'".formatted(image, kind.maker));
    }
    String mount = kind.mount.formatted(image, disk);
    Disk.needs("sh", "-c", "unshare -m sh -c \"" + mount + " && umount '" + disk + "'\"");
    if (kind == Kind.BINDFS) {
      Files.delete(image);
    }
    List<String> said =
        ChildJvm.withMount(mount + " && chmod 700 '" + disk + "'", disk)
            .run(disk.resolve("root"), "capabilities", "everything", "close", "staged", "open");
    assertThat(said)
        .containsExactly(
            "capabilities " + kind.capabilities,
            "everything as expected",
            "close ok",
            "staged []",
            "open ok");
  }
}
