package dev.holdfast.internal.sys.linux;

import com.sun.jna.Memory;
import dev.holdfast.internal.sys.ProcessIdentity;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What {@code /proc} tells about this process; it can be hidden, then the facts are missing. */
final class ProcFs {
  private static final int START_TIME = 22; // field number in proc(5)

  private final LinuxAbi abi;

  ProcFs(LinuxAbi abi) {
    this.abi = abi;
  }

  ProcessIdentity self(long pid) {
    String boot = read("/proc/sys/kernel/random/boot_id");
    String stat = read("/proc/self/stat");
    return new ProcessIdentity(
        pid,
        stat == null ? null : startTicks(stat),
        boot == null ? null : boot.strip(),
        inode("/proc/self/ns/pid"));
  }

  /** The command name may hold spaces and brackets, so fields count from its last bracket. */
  static @Nullable Long startTicks(String stat) {
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    int index = START_TIME - 3; // the state, right after the bracket, is field 3
    return index < fields.size() ? Long.valueOf(fields.get(index)) : null;
  }

  private static @Nullable String read(String path) {
    int flags = LinuxAbi.O_RDONLY | LinuxAbi.O_CLOEXEC;
    int fd = LibC.openat(LinuxAbi.AT_FDCWD, LinuxSys.terminated(path), flags, 0);
    if (fd < 0) {
      return null;
    }
    try (Memory buffer = new Memory(4096)) {
      long count = LibC.pread(fd, buffer, buffer.size(), 0);
      return count < 0
          ? null
          : new String(buffer.getByteArray(0, (int) count), StandardCharsets.US_ASCII);
    } finally {
      int ignored = LibC.close(fd);
    }
  }

  /** The inode behind a link of {@code /proc}: a namespace's number. */
  private @Nullable Long inode(String path) {
    try (Memory statx = new Memory(256)) {
      long rc =
          LibC.syscall(
              abi.sysStatx,
              LinuxAbi.AT_FDCWD,
              LinuxSys.terminated(path),
              0,
              LinuxAbi.STATX_MASK,
              statx);
      return rc < 0 ? null : StatxLayout.decode(statx.getByteBuffer(0, 256)).ino();
    }
  }
}
