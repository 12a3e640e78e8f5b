package dev.holdfast.internal.sys.linux;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tries the flags and the layout that differ, or could differ, between processors. */
final class SelfTest {
  private SelfTest() {}

  static void run(LinuxAbi abi) throws UnsupportedPlatformException {
    Stat top = statx(abi, "/");
    expect(
        top != null && top.type() == FileType.DIRECTORY && top.ino() != 0,
        () -> "statx describes / as " + top);
    Stat self = statx(abi, "/proc/self");
    if (self == null) {
      return; // no /proc here: nothing else is known to be a symbolic link
    }
    expect(self.type() == FileType.SYMLINK, () -> "statx describes /proc/self as " + self);
    expectErrno(open("/proc/self", abi.oNofollow), 40, "O_NOFOLLOW on a symbolic link");
    expectErrno(open("/proc/self/stat", abi.oDirectory), 20, "O_DIRECTORY on a file");
  }

  private static @Nullable Stat statx(LinuxAbi abi, String path) {
    try (Memory statx = new Memory(256)) {
      long rc =
          LibC.syscall(
              abi.sysStatx,
              LinuxAbi.AT_FDCWD,
              LinuxSys.terminated(path),
              LinuxAbi.AT_SYMLINK_NOFOLLOW,
              LinuxAbi.STATX_MASK,
              statx);
      return rc < 0 ? null : StatxLayout.decode(statx.getByteBuffer(0, 256));
    }
  }

  /** The errno of an open that has to fail, 0 if it did not. */
  private static int open(String path, int flag) {
    int flags = LinuxAbi.O_RDONLY | LinuxAbi.O_CLOEXEC | flag;
    int fd = LibC.openat(LinuxAbi.AT_FDCWD, LinuxSys.terminated(path), flags, 0);
    if (fd < 0) {
      return Native.getLastError();
    }
    int ignored = LibC.close(fd);
    return 0;
  }

  private static void expectErrno(int found, int expected, String what)
      throws UnsupportedPlatformException {
    expect(found == expected, () -> what + " answered error " + found + ", expected " + expected);
  }

  /** The finding is put together only if there is one: this runs in every process. */
  private static void expect(boolean holds, Supplier<String> finding)
      throws UnsupportedPlatformException {
    if (!holds) {
      throw new UnsupportedPlatformException(
          "the kernel does not behave as this version expects on "
              + System.getProperty("os.arch")
              + ": "
              + finding.get());
    }
  }
}
