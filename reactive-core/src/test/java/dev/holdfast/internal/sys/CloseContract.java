package dev.holdfast.internal.sys;

import static dev.holdfast.internal.sys.SysAssertions.assertClosed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.LockMode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

interface CloseContract extends SysFixture {

  @Test
  default void closingAgainDoesNothing() throws SysException {
    Fd first = file(A);
    first.close();
    Fd second = open(A, Access.READ);
    first.close();
    assertThat(sys().stat(second).type()).isEqualTo(FileType.REGULAR);
  }

  @Test
  default void everyCallRefusesAClosedFile() throws SysException {
    Fd closed = file(A);
    closed.close();
    Fd other = file(B, "other");
    assertClosed(() -> sys().stat(closed));
    assertClosed(() -> sys().statfs(closed));
    assertClosed(() -> sys().read(closed, 0, new byte[1], 0, 1));
    assertClosed(() -> sys().write(closed, 0, new byte[1], 0, 1));
    assertClosed(() -> sys().append(closed, new byte[1], 0, 1));
    assertClosed(() -> sys().truncate(closed, 0));
    assertClosed(() -> sys().sync(closed));
    assertClosed(() -> sys().dataSync(closed));
    assertClosed(() -> sys().syncFs(closed));
    assertClosed(() -> sys().chmod(closed, 0777));
    assertClosed(() -> sys().aclQuery(closed, Acl.ACCESS));
    assertClosed(() -> sys().aclClear(closed, Acl.ACCESS));
    assertClosed(() -> sys().ofdTryLock(closed, LockMode.EXCLUSIVE, 0));
    assertClosed(() -> sys().ofdUnlock(closed, 0));
    assertClosed(() -> sys().ofdQuery(closed, LockMode.EXCLUSIVE, 0));
    assertClosed(() -> sys().link(closed, dir(), C));
    assertThat(content(other)).isEqualTo("other");
    assertThat(sys().stat(other).mode()).isEqualTo(0600);
    assertThat(entries(dir())).containsOnlyKeys(A, B);
  }

  @Test
  default void everyCallRefusesAClosedDirectory() throws SysException {
    Fd closed = directory(A);
    closed.close();
    Fd other = directory(B);
    Fd file = file(C);
    assertClosed(() -> sys().openParent(closed));
    assertClosed(() -> sys().openDir(closed, NamePath.of(A)));
    assertClosed(() -> sys().openFile(closed, A, Access.READ));
    assertClosed(() -> sys().createFile(closed, A));
    assertClosed(() -> sys().openTmp(closed));
    assertClosed(() -> sys().mkdir(closed, A));
    assertClosed(() -> sys().link(file, closed, A));
    assertClosed(() -> sys().renameNoReplace(closed, A, dir(), A));
    assertClosed(() -> sys().renameNoReplace(dir(), C, closed, A));
    assertClosed(() -> sys().renameReplace(closed, A, dir(), A));
    assertClosed(() -> sys().renameReplace(dir(), C, closed, A));
    assertClosed(() -> sys().renameExchange(closed, A, dir(), A));
    assertClosed(() -> sys().renameExchange(dir(), C, closed, A));
    assertClosed(() -> sys().unlink(closed, A));
    assertClosed(() -> sys().rmdir(closed, A));
    assertClosed(() -> sys().stat(closed));
    assertClosed(() -> sys().stat(closed, A));
    assertClosed(() -> sys().list(closed));
    assertThat(entries(other)).isEmpty();
    assertThat(entries(dir())).containsOnlyKeys(A, B, C);
  }

  /** Descriptor numbers are used again at once, so a late call could meet a stranger's file. */
  @Test
  @Timeout(30)
  default void aCallDuringCloseReachesTheFileOrNothing() throws Exception {
    long right = sys().stat(file(A)).ino();
    file(B);
    ExecutorService callers = Executors.newFixedThreadPool(2);
    try {
      for (int round = 0; round < 500; round++) {
        Fd victim = sys().openFile(dir(), A, Access.READ);
        Callable<Long> caller =
            () -> {
              try {
                while (true) {
                  long found = sys().stat(victim).ino();
                  if (found != right) {
                    return found;
                  }
                }
              } catch (IllegalStateException closed) {
                return right;
              }
            };
        List<Future<Long>> seen = new ArrayList<>();
        seen.add(callers.submit(caller));
        seen.add(callers.submit(caller));
        sys().stat(victim);
        victim.close();
        try (Fd stranger = sys().openFile(dir(), B, Access.READ)) {
          assertThat(sys().stat(stranger).ino()).isNotEqualTo(right);
          for (Future<Long> found : seen) {
            assertThat(found.get()).isEqualTo(right);
          }
        }
      }
    } finally {
      callers.shutdownNow();
    }
  }
}
