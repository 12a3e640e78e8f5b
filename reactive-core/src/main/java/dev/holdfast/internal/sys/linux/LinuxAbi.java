package dev.holdfast.internal.sys.linux;

import java.util.Optional;

/**
 * The numbers that differ between processors; those that do not are constants here. Sources: the
 * kernel's {@code asm/fcntl.h}, {@code asm-generic/fcntl.h} and {@code asm/unistd.h} of both.
 */
enum LinuxAbi {
  X86_64(0x10000, 0x20000, 0x400000, 316, 332, 217),
  AARCH64(0x4000, 0x8000, 0x400000, 276, 291, 61);

  static final int O_RDONLY = 0;
  static final int O_RDWR = 2;
  static final int O_APPEND = 02000;
  static final int O_CREAT = 0x40;
  static final int O_EXCL = 0x80;
  static final int O_NONBLOCK = 0x800;
  static final int O_CLOEXEC = 0x80000;
  static final int O_PATH = 0x200000;

  static final int AT_FDCWD = -100;
  static final int AT_SYMLINK_NOFOLLOW = 0x100;
  static final int AT_REMOVEDIR = 0x200;
  static final int AT_SYMLINK_FOLLOW = 0x400;
  static final int AT_EMPTY_PATH = 0x1000;
  static final int AT_STATX_FORCE_SYNC = 0x2000;

  static final int RENAME_NOREPLACE = 1;
  static final int RENAME_EXCHANGE = 2;

  static final long RESOLVE_NO_XDEV = 0x01;
  static final long RESOLVE_NO_MAGICLINKS = 0x02;
  static final long RESOLVE_NO_SYMLINKS = 0x04;
  static final long RESOLVE_BENEATH = 0x08;

  /** The basic fields, the birth time and the mount id. */
  static final int STATX_MASK = 0x7ff | 0x800 | 0x1000;

  static final int STATX_BTIME = 0x800;
  static final int STATX_MNT_ID = 0x1000;

  static final int F_OFD_GETLK = 36;
  static final int F_OFD_SETLK = 37;
  static final short F_RDLCK = 0;
  static final short F_WRLCK = 1;
  static final short F_UNLCK = 2;

  static final int CLOCK_REALTIME = 0;
  static final int CLOCK_MONOTONIC = 1;
  static final int CLOCK_BOOTTIME = 7;

  /** Same number on every processor. */
  static final int SYS_OPENAT2 = 437;

  final int oDirectory;
  final int oNofollow;
  final int oTmpfile;
  final int sysRenameat2;
  final int sysStatx;
  final int sysGetdents64;

  LinuxAbi(
      int oDirectory,
      int oNofollow,
      int tmpfileBit,
      int sysRenameat2,
      int sysStatx,
      int sysGetdents64) {
    this.oDirectory = oDirectory;
    this.oNofollow = oNofollow;
    this.oTmpfile = tmpfileBit | oDirectory;
    this.sysRenameat2 = sysRenameat2;
    this.sysStatx = sysStatx;
    this.sysGetdents64 = sysGetdents64;
  }

  /** The numbers for a processor by the name that the Java runtime gives it. */
  static Optional<LinuxAbi> forArchitecture(String osArch) {
    return switch (osArch) {
      case "amd64", "x86_64" -> Optional.of(X86_64);
      case "aarch64", "arm64" -> Optional.of(AARCH64);
      default -> Optional.empty();
    };
  }
}
