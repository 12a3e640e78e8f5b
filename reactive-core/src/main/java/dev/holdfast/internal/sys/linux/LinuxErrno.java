package dev.holdfast.internal.sys.linux;

import dev.holdfast.internal.sys.Errno;

/**
 * Names of the error numbers; the same on x86-64 and aarch64 ({@code asm-generic/errno-base.h} and
 * {@code errno.h}).
 */
final class LinuxErrno {
  private LinuxErrno() {}

  static Errno of(int number) {
    return switch (number) {
      case 1 -> Errno.EPERM;
      case 2 -> Errno.ENOENT;
      case 3 -> Errno.ESRCH;
      case 4 -> Errno.EINTR;
      case 5 -> Errno.EIO;
      case 6 -> Errno.ENXIO;
      case 9 -> Errno.EBADF;
      case 11 -> Errno.EAGAIN;
      case 12 -> Errno.ENOMEM;
      case 13 -> Errno.EACCES;
      case 16 -> Errno.EBUSY;
      case 17 -> Errno.EEXIST;
      case 18 -> Errno.EXDEV;
      case 19 -> Errno.ENODEV;
      case 20 -> Errno.ENOTDIR;
      case 21 -> Errno.EISDIR;
      case 22 -> Errno.EINVAL;
      case 23 -> Errno.ENFILE;
      case 24 -> Errno.EMFILE;
      case 27 -> Errno.EFBIG;
      case 28 -> Errno.ENOSPC;
      case 30 -> Errno.EROFS;
      case 31 -> Errno.EMLINK;
      case 36 -> Errno.ENAMETOOLONG;
      case 37 -> Errno.ENOLCK;
      case 38 -> Errno.ENOSYS;
      case 39 -> Errno.ENOTEMPTY;
      case 40 -> Errno.ELOOP;
      case 61 -> Errno.ENODATA;
      case 75 -> Errno.EOVERFLOW;
      case 95 -> Errno.EOPNOTSUPP;
      case 110 -> Errno.ETIMEDOUT;
      case 116 -> Errno.ESTALE;
      case 122 -> Errno.EDQUOT;
      default -> Errno.OTHER;
    };
  }
}
