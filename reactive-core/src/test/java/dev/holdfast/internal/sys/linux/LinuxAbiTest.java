package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.internal.sys.UnsupportedPlatformException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxAbiTest {
  @TempDir Path temp;

  private static final LinuxAbi ABI = LinuxEnvironment.ABI;

  private void assertHeadersAgree(Map<String, Long> ours, String... headers) throws Exception {
    Map<String, Long> theirs = new Headers(temp, headers).values(ours.keySet());
    Map<String, Long> known = new TreeMap<>(ours);
    known.keySet().retainAll(theirs.keySet());
    assertThat(known).isNotEmpty().isEqualTo(new TreeMap<>(theirs));
  }

  private static Map<String, Long> table(Object... namesAndValues) {
    Map<String, Long> table = new TreeMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      table.put((String) namesAndValues[i], ((Number) namesAndValues[i + 1]).longValue());
    }
    return table;
  }

  @Test
  void flagsAreThoseOfTheHeaders() throws Exception {
    assertHeadersAgree(
        table(
            "O_RDONLY", LinuxAbi.O_RDONLY,
            "O_RDWR", LinuxAbi.O_RDWR,
            "O_CREAT", LinuxAbi.O_CREAT,
            "O_EXCL", LinuxAbi.O_EXCL,
            "O_NONBLOCK", LinuxAbi.O_NONBLOCK,
            "O_CLOEXEC", LinuxAbi.O_CLOEXEC,
            "O_PATH", LinuxAbi.O_PATH,
            "O_DIRECTORY", ABI.oDirectory,
            "O_NOFOLLOW", ABI.oNofollow,
            "O_TMPFILE", ABI.oTmpfile,
            "AT_FDCWD", LinuxAbi.AT_FDCWD,
            "AT_SYMLINK_NOFOLLOW", LinuxAbi.AT_SYMLINK_NOFOLLOW,
            "AT_REMOVEDIR", LinuxAbi.AT_REMOVEDIR,
            "AT_SYMLINK_FOLLOW", LinuxAbi.AT_SYMLINK_FOLLOW,
            "AT_EMPTY_PATH", LinuxAbi.AT_EMPTY_PATH,
            "F_OFD_GETLK", LinuxAbi.F_OFD_GETLK,
            "F_OFD_SETLK", LinuxAbi.F_OFD_SETLK,
            "F_RDLCK", LinuxAbi.F_RDLCK,
            "F_WRLCK", LinuxAbi.F_WRLCK,
            "F_UNLCK", LinuxAbi.F_UNLCK,
            "SEEK_SET", 0,
            "CLOCK_REALTIME", LinuxAbi.CLOCK_REALTIME,
            "CLOCK_MONOTONIC", LinuxAbi.CLOCK_MONOTONIC,
            "CLOCK_BOOTTIME", LinuxAbi.CLOCK_BOOTTIME),
        "fcntl.h",
        "unistd.h",
        "time.h");
  }

  @Test
  void flagsOfNewerCallsAreThoseOfTheKernelHeaders() throws Exception {
    assertHeadersAgree(
        table(
            "RENAME_NOREPLACE", LinuxAbi.RENAME_NOREPLACE,
            "RENAME_EXCHANGE", LinuxAbi.RENAME_EXCHANGE,
            "RESOLVE_NO_XDEV", LinuxAbi.RESOLVE_NO_XDEV,
            "RESOLVE_NO_MAGICLINKS", LinuxAbi.RESOLVE_NO_MAGICLINKS,
            "RESOLVE_NO_SYMLINKS", LinuxAbi.RESOLVE_NO_SYMLINKS,
            "RESOLVE_BENEATH", LinuxAbi.RESOLVE_BENEATH,
            "AT_STATX_FORCE_SYNC", LinuxAbi.AT_STATX_FORCE_SYNC,
            "STATX_BASIC_STATS", 0x7ff,
            "STATX_BTIME", LinuxAbi.STATX_BTIME,
            "STATX_MNT_ID", LinuxAbi.STATX_MNT_ID,
            "(STATX_BASIC_STATS | STATX_BTIME | STATX_MNT_ID)", LinuxAbi.STATX_MASK),
        "linux/fs.h",
        "linux/openat2.h",
        "linux/stat.h");
  }

  @Test
  void callNumbersAreThoseOfTheHeaders() throws Exception {
    assertHeadersAgree(
        table(
            "SYS_openat2", LinuxAbi.SYS_OPENAT2,
            "SYS_renameat2", ABI.sysRenameat2,
            "SYS_statx", ABI.sysStatx,
            "SYS_getdents64", ABI.sysGetdents64),
        "sys/syscall.h");
  }

  @Test
  void layoutsAreThoseOfTheHeaders() throws Exception {
    assertHeadersAgree(
        table(
            "offsetof(struct flock, l_type)", 0,
            "sizeof(((struct flock *) 0)->l_type)", 2,
            "offsetof(struct flock, l_whence)", 2,
            "offsetof(struct flock, l_start)", 8,
            "sizeof(((struct flock *) 0)->l_start)", 8,
            "offsetof(struct flock, l_len)", 16,
            "offsetof(struct flock, l_pid)", 24,
            "sizeof(struct flock)", 32,
            "offsetof(struct statfs, f_type)", 0,
            "offsetof(struct statfs, f_flags)", 80,
            "sizeof(struct statfs)", 120,
            "ST_RDONLY", 1,
            "offsetof(struct dirent64, d_reclen)", 16,
            "offsetof(struct dirent64, d_type)", 18,
            "offsetof(struct dirent64, d_name)", 19,
            "offsetof(struct timespec, tv_nsec)", 8),
        "fcntl.h",
        "sys/vfs.h",
        "sys/statvfs.h",
        "dirent.h",
        "time.h");
  }

  @Test
  void layoutsOfNewerCallsAreThoseOfTheKernelHeaders() throws Exception {
    assertHeadersAgree(
        table(
            "offsetof(struct open_how, flags)", 0,
            "offsetof(struct open_how, mode)", 8,
            "offsetof(struct open_how, resolve)", 16,
            "sizeof(struct open_how)", 24,
            "offsetof(struct statx, stx_mask)", 0,
            "offsetof(struct statx, stx_nlink)", 16,
            "offsetof(struct statx, stx_uid)", 20,
            "offsetof(struct statx, stx_mode)", 28,
            "offsetof(struct statx, stx_ino)", 32,
            "offsetof(struct statx, stx_size)", 40,
            "offsetof(struct statx, stx_btime)", 80,
            "offsetof(struct statx, stx_ctime)", 96,
            "offsetof(struct statx, stx_mtime)", 112,
            "offsetof(struct statx_timestamp, tv_nsec)", 8,
            "offsetof(struct statx, stx_dev_major)", 136,
            "offsetof(struct statx, stx_dev_minor)", 140,
            "offsetof(struct statx, stx_mnt_id)", 144,
            "sizeof(struct statx)", 256),
        "linux/openat2.h",
        "linux/stat.h");
  }

  @Test
  void unknownProcessorsHaveNoTable() {
    assertThat(LinuxAbi.forArchitecture("amd64")).contains(LinuxAbi.X86_64);
    assertThat(LinuxAbi.forArchitecture("aarch64")).contains(LinuxAbi.AARCH64);
    assertThat(LinuxAbi.forArchitecture("riscv64")).isEmpty();
    assertThat(LinuxAbi.forArchitecture("arm")).isEmpty();
    assertThat(LinuxAbi.forArchitecture("i386")).isEmpty();
  }

  @Test
  void theSelfTestRefusesTheTableOfAnotherProcessor() throws UnsupportedPlatformException {
    SelfTest.run(ABI);
    LinuxAbi wrong = ABI == LinuxAbi.X86_64 ? LinuxAbi.AARCH64 : LinuxAbi.X86_64;
    assertThatExceptionOfType(UnsupportedPlatformException.class)
        .isThrownBy(() -> SelfTest.run(wrong))
        .withMessageContaining("does not behave as this version expects");
  }
}
