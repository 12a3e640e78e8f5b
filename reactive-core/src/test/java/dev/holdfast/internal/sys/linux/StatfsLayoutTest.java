package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.jna.Memory;
import dev.holdfast.internal.sys.StatFs;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatfsLayoutTest {
  private static final Map<String, String> TYPES =
      Map.ofEntries(
          Map.entry("EXT4_SUPER_MAGIC", "ext4"),
          Map.entry("XFS_SUPER_MAGIC", "xfs"),
          Map.entry("BTRFS_SUPER_MAGIC", "btrfs"),
          Map.entry("TMPFS_MAGIC", "tmpfs"),
          Map.entry("OVERLAYFS_SUPER_MAGIC", "overlay"),
          Map.entry("F2FS_SUPER_MAGIC", "f2fs"),
          Map.entry("RAMFS_MAGIC", "ramfs"),
          Map.entry("NFS_SUPER_MAGIC", "nfs"),
          Map.entry("CIFS_SUPER_MAGIC", "cifs"),
          Map.entry("SMB2_SUPER_MAGIC", "smb2"),
          Map.entry("V9FS_MAGIC", "9p"),
          Map.entry("FUSE_SUPER_MAGIC", "fuse"),
          Map.entry("MSDOS_SUPER_MAGIC", "vfat"),
          Map.entry("PROC_SUPER_MAGIC", "proc"));

  @TempDir Path temp;

  private static StatFs decode(long magic, long flags) {
    try (Memory statfs = new Memory(120)) {
      statfs.clear();
      statfs.setLong(0, magic);
      statfs.setLong(80, flags);
      return StatfsLayout.decode(statfs);
    }
  }

  @Test
  void typesHaveTheNumbersOfTheKernelHeaders() throws Exception {
    Map<String, String> decoded = new TreeMap<>();
    new Headers(temp, "linux/magic.h")
        .values(TYPES.keySet())
        .forEach((name, magic) -> decoded.put(name, decode(magic, 0).type()));
    assertThat(decoded).isNotEmpty();
    assertThat(TYPES).containsAllEntriesOf(decoded);
  }

  @Test
  void anUnknownTypeIsTheNumber() {
    assertThat(decode(0x12345678L, 0).type()).isEqualTo("0x12345678");
    assertThat(decode(0xffffffff87654321L, 0).type()).isEqualTo("0x87654321");
  }

  @ParameterizedTest
  @CsvSource({"0,false", "1,true", "2,false", "4129,true", "4128,false"})
  void oneFlagTellsReadOnlyMounts(long flags, boolean readOnly) {
    assertThat(decode(0xEF53, flags).readOnly()).isEqualTo(readOnly);
  }
}
