package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ErrnoUnderLoadTest {
  private static final int THREADS = 8;
  private static final int FAILURES = 10_000;
  private static final Sys SYS = LinuxEnvironment.SYS;
  private static final Name FILE = Name.of("file");
  private static final Name FULL = Name.of("full");
  private static final Name LINK = Name.of("link");
  private static final Name SOCKET = Name.of("socket");
  private static final Name MISSING = Name.of("missing");

  @TempDir Path temp;

  private interface Call {
    void run() throws SysException;
  }

  private record Failing(Errno errno, Call call) {}

  private static List<String> wrongAnswers(List<Failing> all, int thread) {
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < FAILURES; i++) {
      Failing each = all.get((i + thread) % all.size());
      try {
        each.call.run();
        wrong.add("no " + each.errno);
      } catch (SysException e) {
        if (e.errno() != each.errno) {
          wrong.add(e.getMessage() + " instead of " + each.errno);
        }
      }
    }
    return wrong;
  }

  @Test
  @Timeout(60)
  void everyFailureHasItsOwnReason() throws Exception {
    Files.createDirectories(temp.resolve("full/inner"));
    Files.createFile(temp.resolve("file"));
    LinuxOutside outside = new LinuxOutside(temp);
    outside.symlink(LINK, "file");
    outside.socket(SOCKET);
    AbsolutePath ofThisProcess =
        new AbsolutePath(new NamePath(List.of(Name.of("proc"), Name.of("self"))));
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    try (Fd dir = SYS.openRoot(LinuxEnvironment.pathOf(temp), false);
        Fd file = SYS.openFile(dir, FILE, Access.READ);
        Fd process = SYS.openRoot(ofThisProcess, true)) {
      List<Failing> all =
          List.of(
              new Failing(Errno.EEXIST, () -> SYS.createFile(dir, FILE)),
              new Failing(Errno.ENOENT, () -> SYS.openFile(dir, MISSING, Access.READ)),
              new Failing(Errno.ENOTDIR, () -> SYS.openDir(dir, NamePath.of(FILE))),
              new Failing(Errno.EPERM, () -> SYS.chmod(process, 0777)),
              new Failing(Errno.ELOOP, () -> SYS.openFile(dir, LINK, Access.READ)),
              new Failing(Errno.EISDIR, () -> SYS.unlink(dir, FULL)),
              new Failing(Errno.ENOTEMPTY, () -> SYS.rmdir(dir, FULL)),
              new Failing(Errno.ENXIO, () -> SYS.openFile(dir, SOCKET, Access.READ)),
              new Failing(Errno.EBADF, () -> SYS.ofdTryLock(file, LockMode.EXCLUSIVE, 0)),
              new Failing(Errno.EEXIST, () -> SYS.renameNoReplace(dir, FILE, dir, FULL)),
              new Failing(Errno.ENOENT, () -> SYS.stat(dir, MISSING)),
              new Failing(Errno.EEXIST, () -> SYS.link(file, dir, LINK)),
              new Failing(Errno.EINVAL, () -> SYS.ofdUnlock(file, -1)));
      List<Callable<List<String>>> tasks = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        tasks.add(() -> wrongAnswers(all, number));
      }
      for (Future<List<String>> wrong : pool.invokeAll(tasks)) {
        assertThat(wrong.get()).isEmpty();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
