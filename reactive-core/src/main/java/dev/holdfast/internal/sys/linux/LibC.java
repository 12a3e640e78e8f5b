package dev.holdfast.internal.sys.linux;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * The C library, directly mapped. Only symbols that every supported libc has (glibc 2.17, musl 1.1)
 * are bound by name, since one missing symbol fails the whole class; newer calls go through {@link
 * #syscall}. Loaded as {@code "c"}, which JNA resolves through the process, so that preloaded
 * libraries are seen.
 *
 * <p>{@code openat}, {@code fcntl} and {@code syscall} are variadic in C and fixed here: right on
 * Linux x86-64 and aarch64, where both kinds pass integers in the same registers.
 */
final class LibC {
  static {
    Native.register(LibC.class, "c");
  }

  private LibC() {}

  static native int openat(int dirfd, byte[] path, int flags, int mode);

  static native int close(int fd);

  static native int mkdirat(int dirfd, byte[] path, int mode);

  static native int linkat(int fromDir, byte[] from, int toDir, byte[] to, int flags);

  static native int unlinkat(int dirfd, byte[] path, int flags);

  static native int fstatfs(int fd, Pointer result);

  static native long pread(int fd, Pointer buffer, long count, long offset);

  static native long pwrite(int fd, Pointer buffer, long count, long offset);

  static native long write(int fd, Pointer buffer, long count);

  static native int ftruncate(int fd, long length);

  static native int fsync(int fd);

  static native int fdatasync(int fd);

  static native int syncfs(int fd);

  static native int fchmod(int fd, int mode);

  static native int fchmodat(int dirfd, byte[] path, int mode, int flags);

  static native long fgetxattr(int fd, byte[] name, Pointer value, long size);

  static native int fremovexattr(int fd, byte[] name);

  static native int fcntl(int fd, int command, Pointer argument);

  static native int geteuid();

  static native int clock_gettime(int clock, Pointer result);

  /** {@code openat2(dirfd, path, how, size)}. */
  static native long syscall(long number, long dirfd, byte[] path, Pointer how, long size);

  /** {@code renameat2(fromDir, from, toDir, to, flags)}. */
  static native long syscall(
      long number, long fromDir, byte[] from, long toDir, byte[] to, long flags);

  /** {@code statx(dirfd, path, flags, mask, result)}. */
  static native long syscall(
      long number, long dirfd, byte[] path, long flags, long mask, Pointer result);

  /** {@code getdents64(fd, buffer, count)}. */
  static native long syscall(long number, long fd, Pointer buffer, long count);
}
