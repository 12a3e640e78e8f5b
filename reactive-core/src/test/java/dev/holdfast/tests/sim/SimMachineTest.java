package dev.holdfast.tests.sim;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static dev.holdfast.tests.sim.SimMachine.A;
import static dev.holdfast.tests.sim.SimMachine.B;
import static dev.holdfast.tests.sim.SimMachine.USER;
import static dev.holdfast.tests.sim.SimMachine.WORK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the contract of the port cannot ask of every kernel: other users, limits, deaths, clocks.
 */
class SimMachineTest {
  private SimMachine machine;

  @BeforeEach
  void start() throws SysException {
    machine = new SimMachine();
  }

  private boolean isLocked() throws SysException {
    Sys other = machine.kernel.spawn(USER).sys();
    Fd dir = other.openRoot(WORK, false);
    return !other.ofdTryLock(other.openFile(dir, A, Access.READ_WRITE), LockMode.EXCLUSIVE, 0);
  }

  // ---- processes ----

  @Test
  void aKillClosesEverythingAndEndsTheNextCall() throws SysException {
    machine.sys.ofdTryLock(machine.file(A, "text"), LockMode.EXCLUSIVE, 0);
    assertThat(isLocked()).isTrue();
    machine.process.kill();
    assertThat(isLocked()).isFalse();
    assertThat(machine.process.openDescriptors()).isEmpty();
    assertThatThrownBy(() -> machine.sys.stat(machine.dir)).isInstanceOf(SimProcess.Killed.class);
  }

  @Test
  void aForkHoldsLocksUntilItsExec() throws SysException {
    machine.sys.ofdTryLock(machine.file(A, "text"), LockMode.EXCLUSIVE, 0);
    SimChild child = machine.process.fork();
    machine.process.kill();
    assertThat(isLocked()).isTrue();
    child.exec();
    assertThat(isLocked()).isFalse();
  }

  @Test
  void anUnlockFreesWhatAForkHolds() throws SysException {
    Fd file = machine.file(A, "text");
    machine.sys.ofdTryLock(file, LockMode.EXCLUSIVE, 0);
    machine.process.fork();
    machine.sys.ofdUnlock(file, 0);
    assertThat(isLocked()).isFalse();
  }

  @Test
  void aCopiedMachineHasNobodyOnIt() throws SysException {
    machine.sys.ofdTryLock(machine.file(A, "text"), LockMode.EXCLUSIVE, 0);
    machine.sys.openTmp(machine.dir);
    SimMachine copy = new SimMachine(machine.kernel.copy());
    Fd file = copy.sys.openFile(copy.dir, A, Access.READ_WRITE);
    assertThat(copy.sys.ofdTryLock(file, LockMode.EXCLUSIVE, 0)).isTrue();
    copy.sys.unlink(copy.dir, A);
    assertThat(machine.kernel.entry(SimMachine.at(A))).isNotNull();
  }

  @Test
  void processesAreToldApart() {
    SimProcess other = machine.kernel.spawn(USER, 7);
    assertThat(other.identity().pid()).isNotEqualTo(machine.process.identity().pid());
    assertThat(other.identity().pidNamespace()).isEqualTo(7);
    assertThat(other.identity().bootId()).isEqualTo(machine.kernel.bootId());
  }

  // ---- users ----

  @Test
  void othersHaveTheAccessThatTheModeGives() throws SysException {
    machine.file(A, "text").close();
    Sys other = machine.kernel.spawn(SimOutside.OTHER_USER).sys();
    assertErrno(Errno.EACCES, () -> other.openRoot(WORK, false));
    machine.sys.chmod(machine.dir, 0755);
    Fd dir = other.openRoot(WORK, false);
    assertErrno(Errno.EACCES, () -> other.openFile(dir, A, Access.READ));
    assertErrno(Errno.EACCES, () -> other.createFile(dir, B));
    assertErrno(Errno.EACCES, () -> other.unlink(dir, A));
    machine.sys.chmod(machine.sys.openFile(machine.dir, A, Access.READ), 0604);
    Fd file = other.openFile(dir, A, Access.READ);
    assertErrno(Errno.EPERM, () -> other.chmod(file, 0777));
  }

  @Test
  void anAclGivesWhatItsMaskLeaves() throws SysException {
    Fd file = machine.file(A, "text");
    machine.sys.chmod(machine.dir, 0755);
    new SimOutside(machine.kernel, WORK, USER, null).grantOther(A, Acl.ACCESS);
    Sys other = machine.kernel.spawn(SimOutside.OTHER_USER).sys();
    Fd dir = other.openRoot(WORK, false);
    other.openFile(dir, A, Access.READ_WRITE).close();
    machine.sys.chmod(file, 0600); // the mask is empty now
    assertErrno(Errno.EACCES, () -> other.openFile(dir, A, Access.READ));
  }

  @Test
  void theUmaskTakesAwayWhatNewObjectsAskFor() throws SysException {
    machine.process.umask(0277);
    assertThat(machine.sys.stat(machine.file(A, "text")).mode()).isEqualTo(0400);
  }

  // ---- limits ----

  @Test
  void aFullDiskTakesWhatFitsAndThenNothing() throws SysException {
    Fd file = machine.file(A, "text");
    machine.kernel.fileSystem().space(2, 10);
    byte[] bytes = new byte[5 * 512];
    assertThat(machine.sys.write(file, 0, bytes, 0, bytes.length)).isEqualTo(3 * 512);
    assertErrno(Errno.ENOSPC, () -> machine.sys.write(file, 3 * 512, bytes, 0, 1));
    assertErrno(Errno.ENOSPC, () -> machine.sys.mkdir(machine.dir, B));
    machine.sys.write(file, 0, bytes, 0, 512); // what is there already may change
    file.close();
    machine.sys.unlink(machine.dir, A);
    machine.sys.mkdir(machine.dir, B);
  }

  @Test
  void objectsRunOutApartFromSpace() throws SysException {
    Fd file = machine.file(A, "text");
    machine.kernel.fileSystem().space(1_000, 0);
    assertErrno(Errno.ENOSPC, () -> machine.sys.createFile(machine.dir, B));
    assertErrno(Errno.ENOSPC, () -> machine.sys.openTmp(machine.dir));
    machine.write(file, "longer");
  }

  @Test
  void descriptorsRunOut() {
    machine.process.descriptorLimit(1);
    assertErrno(Errno.EMFILE, () -> machine.sys.openTmp(machine.dir));
    assertErrno(Errno.EMFILE, () -> machine.sys.list(machine.dir));
  }

  @Test
  void aReadOnlyFileSystemRefusesChanges() throws SysException {
    Fd file = machine.file(A, "text");
    machine.kernel.fileSystem().readOnly(true);
    assertErrno(Errno.EROFS, () -> machine.sys.mkdir(machine.dir, B));
    assertErrno(Errno.EROFS, () -> machine.sys.unlink(machine.dir, A));
    assertErrno(Errno.EROFS, () -> machine.sys.chmod(file, 0640));
    assertErrno(Errno.EROFS, () -> machine.write(file, "longer"));
  }

  // ---- times, numbers, mounts ----

  @Test
  void timesGoOnInStepsOfTheFileSystem() throws SysException {
    machine.kernel.fileSystem().granularity(4_000_000);
    Fd file = machine.file(A, "text");
    long first = machine.sys.stat(file).mtimeNs();
    machine.write(file, "more");
    assertThat(machine.sys.stat(file).mtimeNs()).isEqualTo(first);
    machine.kernel.advance(4_000_000);
    machine.write(file, "more");
    assertThat(machine.sys.stat(file).mtimeNs()).isEqualTo(first + 4_000_000);
  }

  @Test
  void clocksJumpAndStandStillAsReal() {
    long wall = machine.sys.wallMillis();
    long monotonic = machine.sys.monotonicNanos();
    long boot = machine.sys.bootTimeNanos();
    machine.kernel.jumpWall(-3_600_000_000_000L);
    machine.kernel.suspend(1_000_000_000);
    assertThat(machine.sys.wallMillis()).isBetween(wall - 3_599_100, wall - 3_598_900);
    assertThat(machine.sys.monotonicNanos()).isLessThan(monotonic + 1_000_000);
    assertThat(machine.sys.bootTimeNanos()).isGreaterThan(boot + 1_000_000_000);
  }

  @Test
  void aNumberIsUsedAgainWhenItsLastNameAndOpeningAreGone() throws SysException {
    Fd file = machine.file(A, "text");
    Stat first = machine.sys.stat(file);
    machine.sys.unlink(machine.dir, A);
    assertThat(machine.sys.stat(machine.file(A, "x")).ino()).isNotEqualTo(first.ino());
    file.close();
    Stat again = machine.sys.stat(machine.file(B, "y"));
    assertThat(again.ino()).isEqualTo(first.ino());
    assertThat(again.sameObject(first)).isFalse();
  }

  @Test
  void twoMountsShowOneDirectory() throws SysException {
    Fd file = machine.file(A, "text");
    AbsolutePath place = new AbsolutePath(new NamePath(List.of(Name.of("bound"))));
    machine.kernel.makeDirectory(place, USER, 0700);
    machine.kernel.bind(WORK, place);
    Fd bound = machine.sys.openRoot(place, false);
    assertThat(machine.sys.stat(bound).sameObject(machine.sys.stat(machine.dir))).isTrue();
    assertThat(machine.sys.stat(bound).mountId())
        .isNotEqualTo(machine.sys.stat(machine.dir).mountId());
    machine.sys.ofdTryLock(file, LockMode.EXCLUSIVE, 0);
    Fd again = machine.sys.openFile(bound, A, Access.READ_WRITE);
    assertThat(machine.sys.ofdTryLock(again, LockMode.EXCLUSIVE, 0)).isFalse();
    assertErrno(Errno.EXDEV, () -> machine.sys.link(file, bound, B));
    assertErrno(Errno.EXDEV, () -> machine.sys.renameReplace(machine.dir, A, bound, B));
    machine.kernel.unmount(place);
    assertThat(machine.kernel.names(place)).isEmpty();
  }
}
