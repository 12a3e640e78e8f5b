package dev.holdfast.internal.sys.linux;

import com.sun.jna.Pointer;
import dev.holdfast.internal.sys.StatFs;

/** {@code struct statfs} of 64-bit Linux, and the magic numbers of {@code linux/magic.h}. */
final class StatfsLayout {
  private static final long ST_RDONLY = 1;

  private StatfsLayout() {}

  static StatFs decode(Pointer statfs) {
    return new StatFs(type(statfs.getLong(0)), (statfs.getLong(80) & ST_RDONLY) != 0);
  }

  private static String type(long magic) {
    return switch ((int) magic) {
      case 0xEF53 -> "ext4"; // ext2 and ext3 too: one driver, one number
      case 0x58465342 -> "xfs";
      case 0x9123683E -> "btrfs";
      case 0x01021994 -> "tmpfs";
      case 0x794c7630 -> "overlay";
      case 0xF2F52010 -> "f2fs";
      case 0x2FC12FC1 -> "zfs";
      case 0x858458f6 -> "ramfs";
      case 0x6969 -> "nfs";
      case 0xFF534D42 -> "cifs";
      case 0xFE534D42 -> "smb2";
      case 0x01021997 -> "9p";
      case 0x65735546 -> "fuse";
      case 0x4d44 -> "vfat";
      case 0x9fa0 -> "proc";
      default -> String.format("0x%x", magic & 0xffffffffL);
    };
  }
}
