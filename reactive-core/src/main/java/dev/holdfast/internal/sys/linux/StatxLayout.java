package dev.holdfast.internal.sys.linux;

import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Stat;
import java.nio.ByteBuffer;

/** {@code struct statx} of {@code linux/stat.h}: one layout on every processor. */
final class StatxLayout {
  private StatxLayout() {}

  static Stat decode(ByteBuffer statx) {
    int mask = statx.getInt(0);
    int mode = statx.getShort(28) & 0xffff;
    return new Stat(
        device(statx.getInt(136), statx.getInt(140)),
        statx.getLong(32),
        (mask & LinuxAbi.STATX_MNT_ID) != 0 ? statx.getLong(144) : 0,
        type(mode),
        mode & 07777,
        Integer.toUnsignedLong(statx.getInt(16)),
        statx.getInt(20),
        statx.getLong(40),
        nanos(statx, 112),
        nanos(statx, 96),
        (mask & LinuxAbi.STATX_BTIME) != 0 ? nanos(statx, 80) : null);
  }

  private static long nanos(ByteBuffer statx, int offset) {
    return statx.getLong(offset) * 1_000_000_000L + statx.getInt(offset + 8);
  }

  /** The encoding that {@code makedev(3)} and {@code stat(1)} use. */
  private static long device(int major, int minor) {
    long high = Integer.toUnsignedLong(major);
    long low = Integer.toUnsignedLong(minor);
    return ((high & 0xfffff000L) << 32)
        | ((high & 0xfffL) << 8)
        | ((low & 0xffffff00L) << 12)
        | (low & 0xffL);
  }

  private static FileType type(int mode) {
    return switch (mode & 0170000) {
      case 0100000 -> FileType.REGULAR;
      case 0040000 -> FileType.DIRECTORY;
      case 0120000 -> FileType.SYMLINK;
      case 0010000 -> FileType.FIFO;
      case 0140000 -> FileType.SOCKET;
      case 0020000 -> FileType.CHARACTER_DEVICE;
      case 0060000 -> FileType.BLOCK_DEVICE;
      default -> FileType.UNKNOWN;
    };
  }
}
