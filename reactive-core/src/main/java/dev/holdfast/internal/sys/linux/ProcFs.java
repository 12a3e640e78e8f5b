package dev.holdfast.internal.sys.linux;

import com.sun.jna.Memory;
import dev.holdfast.internal.sys.ProcessIdentity;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code /proc} tells about this process; it can be hidden, then the facts are missing. */
final class ProcFs {
  private static final int START_TIME = 22; // field number in proc(5)
  private static final int MOUNT_POINT = 5; // likewise
  private static final Pattern ESCAPED = Pattern.compile("\\\\([0-7]{3})");

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

  /** Where a mount is; empty if it is not among those that this process sees. */
  Optional<String> mountPoint(long mountId) {
    String mounts = read("/proc/self/mountinfo");
    return mounts == null ? Optional.empty() : mountPoint(mounts, mountId);
  }

  /** Fields are separated by single spaces; those in a path are written as octal numbers. */
  static Optional<String> mountPoint(String mounts, long mountId) {
    return mounts
        .lines()
        .map(line -> line.split(" ", MOUNT_POINT + 1))
        .filter(fields -> fields.length > MOUNT_POINT && fields[0].equals(Long.toString(mountId)))
        .map(fields -> unescaped(fields[MOUNT_POINT - 1]))
        .findFirst();
  }

  private static String unescaped(String path) {
    return ESCAPED
        .matcher(path)
        .replaceAll(
            escaped ->
                Matcher.quoteReplacement(
                    Character.toString((char) Integer.parseInt(escaped.group(1), 8))));
  }

  static @Nullable String read(String path) {
    int flags = LinuxAbi.O_RDONLY | LinuxAbi.O_CLOEXEC;
    int fd = LibC.openat(LinuxAbi.AT_FDCWD, LinuxSys.terminated(path), flags, 0);
    if (fd < 0) {
      return null;
    }
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    try (Memory buffer = new Memory(4096)) {
      while (true) {
        int count = (int) LibC.pread(fd, buffer, buffer.size(), content.size());
        if (count < 0) {
          return null;
        }
        if (count == 0) {
          return content.toString(StandardCharsets.UTF_8);
        }
        content.write(buffer.getByteArray(0, count), 0, count);
      }
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
