package dev.holdfast.internal.sys;

import java.util.EnumMap;
import java.util.Map;

/** Failures with the numbers that Linux gives them (asm-generic/errno.h). */
public final class ErrnoNumbers {
  private static final Map<Errno, Integer> NUMBERS = numbers();

  private ErrnoNumbers() {}

  private static Map<Errno, Integer> numbers() {
    Map<Errno, Integer> numbers = new EnumMap<>(Errno.class);
    numbers.put(Errno.EPERM, 1);
    numbers.put(Errno.ENOENT, 2);
    numbers.put(Errno.ESRCH, 3);
    numbers.put(Errno.EINTR, 4);
    numbers.put(Errno.EIO, 5);
    numbers.put(Errno.ENXIO, 6);
    numbers.put(Errno.EBADF, 9);
    numbers.put(Errno.EAGAIN, 11);
    numbers.put(Errno.ENOMEM, 12);
    numbers.put(Errno.EACCES, 13);
    numbers.put(Errno.EBUSY, 16);
    numbers.put(Errno.EEXIST, 17);
    numbers.put(Errno.EXDEV, 18);
    numbers.put(Errno.ENODEV, 19);
    numbers.put(Errno.ENOTDIR, 20);
    numbers.put(Errno.EISDIR, 21);
    numbers.put(Errno.EINVAL, 22);
    numbers.put(Errno.ENFILE, 23);
    numbers.put(Errno.EMFILE, 24);
    numbers.put(Errno.EFBIG, 27);
    numbers.put(Errno.ENOSPC, 28);
    numbers.put(Errno.EROFS, 30);
    numbers.put(Errno.EMLINK, 31);
    numbers.put(Errno.ENAMETOOLONG, 36);
    numbers.put(Errno.ENOLCK, 37);
    numbers.put(Errno.ENOSYS, 38);
    numbers.put(Errno.ENOTEMPTY, 39);
    numbers.put(Errno.ELOOP, 40);
    numbers.put(Errno.ENODATA, 61);
    numbers.put(Errno.EOVERFLOW, 75);
    numbers.put(Errno.EOPNOTSUPP, 95);
    numbers.put(Errno.ETIMEDOUT, 110);
    numbers.put(Errno.ESTALE, 116);
    numbers.put(Errno.EDQUOT, 122);
    return numbers;
  }

  /** The failure of a call. */
  public static SysException failure(Errno errno, String call) {
    return new SysException(errno, NUMBERS.get(errno), call);
  }
}
