package dev.holdfast.tests.sim;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static dev.holdfast.tests.sim.SimMachine.A;
import static dev.holdfast.tests.sim.SimMachine.B;
import static dev.holdfast.tests.sim.SimMachine.USER;
import static dev.holdfast.tests.sim.SimMachine.WORK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is different on a network file system, for one machine and for two that share it. */
class SimNfsTest {
  private static final Name DIR = Name.of("dir");

  private SimMachine machine;
  private Sys sys;
  private Fd dir;

  @BeforeEach
  void start() throws SysException {
    machine = new SimMachine();
    machine.kernel.fileSystem().nfs();
    sys = machine.sys;
    dir = machine.dir;
  }

  private List<String> names() {
    return machine.kernel.names(WORK).stream().map(Name::toString).toList();
  }

  private String textOf(Fd file) throws SysException {
    byte[] bytes = new byte[10];
    return new String(bytes, 0, sys.read(file, 0, bytes, 0, bytes.length));
  }

  @Test
  void itHasWhatNfsHas() throws SysException {
    Fd file = machine.file(A, "text");
    assertThat(sys.statfs(dir).type()).isEqualTo("nfs");
    assertErrno(Errno.EOPNOTSUPP, () -> sys.openTmp(dir));
    assertErrno(Errno.EINVAL, () -> sys.renameNoReplace(dir, A, dir, B));
    assertThat(sys.aclQuery(file, Acl.ACCESS)).isEqualTo(AclPresence.UNSUPPORTED);
    assertThat(sys.stat(file).birthNs()).isNull();
    sys.link(file, dir, B);
    assertErrno(Errno.EINVAL, () -> sys.renameExchange(dir, A, dir, B));
    assertErrno(Errno.EEXIST, () -> sys.renameNoReplace(dir, A, dir, B));
  }

  // ---- files that are removed while they are open ----

  @Test
  void aRemovedFileStaysUnderAnotherNameUntilItIsClosed() throws SysException {
    Fd file = machine.file(A, "text");
    Stat before = sys.stat(file);
    sys.unlink(dir, A);
    assertThat(names()).hasSize(1).allMatch(name -> name.matches("\\.nfs[0-9a-f]{24}"));
    assertThat(sys.stat(file).nlink()).isEqualTo(1);
    assertThat(sys.stat(file).ino()).isEqualTo(before.ino());
    assertThat(textOf(file)).isEqualTo("text");
    Name aside = machine.kernel.names(WORK).get(0);
    assertErrno(Errno.EBUSY, () -> sys.unlink(dir, aside));
    file.close();
    assertThat(names()).isEmpty();
  }

  @Test
  void itIsGoneWithTheLastOfItsDescriptors() throws SysException {
    Fd file = machine.file(A, "text");
    SimProcess other = machine.kernel.spawn(USER);
    Fd again = other.sys().openFile(other.sys().openRoot(WORK, false), A, Access.READ);
    sys.unlink(dir, A);
    file.close();
    assertThat(names()).hasSize(1);
    assertThat(other.sys().stat(again).nlink()).isEqualTo(1);
    other.kill();
    assertThat(names()).isEmpty();
  }

  @Test
  void aReplacedFileStaysToo() throws SysException {
    Fd old = machine.file(A, "old");
    machine.file(B, "new").close();
    sys.renameReplace(dir, B, dir, A);
    assertThat(names()).hasSize(2).contains("a");
    assertThat(textOf(old)).isEqualTo("old");
    assertThat(textOf(sys.openFile(dir, A, Access.READ))).isEqualTo("new");
    old.close();
    assertThat(names()).containsExactly("a");
  }

  @Test
  void anOpenFileIsKnownByTheNameThatItGets() throws SysException {
    Fd file = machine.file(A, "text");
    sys.renameReplace(dir, A, dir, B);
    sys.unlink(dir, B);
    assertThat(names()).hasSize(1).doesNotContain("b");
    file.close();
    assertThat(names()).isEmpty();
  }

  @Test
  void anotherNameOfAnOpenFileIsSimplyRemoved() throws SysException {
    Fd file = machine.file(A, "text");
    sys.link(file, dir, B);
    sys.unlink(dir, B);
    assertThat(names()).containsExactly("a");
    sys.link(file, dir, B);
    sys.unlink(dir, A); // by which it is open
    assertThat(names()).hasSize(2).contains("b");
    assertThat(sys.stat(file).nlink()).isEqualTo(2);
    file.close();
    assertThat(names()).containsExactly("b");
  }

  @Test
  void aDirectoryWithSuchAFileIsNotEmpty() throws SysException {
    sys.mkdir(dir, DIR);
    Fd below = sys.openDir(dir, NamePath.of(DIR));
    Fd file = sys.createFile(below, A);
    sys.unlink(below, A);
    assertErrno(Errno.ENOTEMPTY, () -> sys.rmdir(dir, DIR));
    assertThat(sys.list(below).next()).hasSize(1);
    file.close();
    sys.rmdir(dir, DIR);
    assertErrno(Errno.ESTALE, () -> sys.list(below));
  }

  @Test
  void aMachineThatDiesLeavesItBehind() throws SysException {
    machine.file(A, "text");
    sys.unlink(dir, A);
    machine.kernel.settle();
    assertThat(machine.kernel.copy().names(WORK)).isEmpty(); // a kernel whose processes die closes
    assertThat(machine.kernel.powerCut(Survival.EVERYTHING).names(WORK)).hasSize(1);
  }

  // ---- another machine ----

  @Test
  void whatAnotherMachineRemovesIsStale() throws SysException {
    Fd file = machine.file(A, "text");
    SimProcess other = machine.kernel.spawnElsewhere(USER);
    assertThat(other.identity().bootId()).isNotEqualTo(machine.process.identity().bootId());
    other.sys().unlink(other.sys().openRoot(WORK, false), A);
    assertThat(names()).isEmpty();
    assertErrno(Errno.ESTALE, () -> sys.stat(file));
    assertErrno(Errno.ESTALE, () -> textOf(file));
    assertErrno(Errno.ESTALE, () -> sys.sync(file));
    assertErrno(Errno.ESTALE, () -> sys.link(file, dir, B));
    file.close();
  }

  @Test
  void whatAnotherMachineReplacesIsStale() throws SysException {
    Fd file = machine.file(A, "old");
    SimProcess other = machine.kernel.spawnElsewhere(USER);
    Fd theirs = other.sys().openRoot(WORK, false);
    other.sys().createFile(theirs, B).close();
    other.sys().renameReplace(theirs, B, theirs, A);
    assertErrno(Errno.ESTALE, () -> sys.stat(file));
    assertThat(sys.stat(sys.openFile(dir, A, Access.READ)).size()).isZero();
  }

  @Test
  void eachMachineHasADeviceNumberOfItsOwn() throws SysException {
    Stat here = sys.stat(machine.file(A, "text"));
    SimProcess other = machine.kernel.spawnElsewhere(USER);
    Stat there = other.sys().stat(other.sys().openRoot(WORK, false), A);
    assertThat(there.ino()).isEqualTo(here.ino());
    assertThat(there.dev()).isNotEqualTo(here.dev());
  }

  @Test
  void locksHoldBetweenMachines() throws SysException {
    sys.ofdTryLock(machine.file(A, "text"), LockMode.EXCLUSIVE, 0);
    SimProcess other = machine.kernel.spawnElsewhere(USER);
    Fd theirs = other.sys().openFile(other.sys().openRoot(WORK, false), A, Access.READ_WRITE);
    assertThat(other.sys().ofdTryLock(theirs, LockMode.EXCLUSIVE, 0)).isFalse();
  }

  // ---- answers that get lost ----

  @Test
  void aChangeWhoseAnswerIsLostFailsAndIsMade() throws SysException {
    SimFileSystem fs = machine.kernel.fileSystem();
    Fd file = machine.file(A, "text");
    fs.repeatsNext();
    assertErrno(Errno.EEXIST, () -> sys.link(file, dir, B));
    assertThat(names()).containsExactly("a", "b");
    fs.repeatsNext();
    assertErrno(Errno.ENOENT, () -> sys.unlink(dir, B));
    assertThat(names()).containsExactly("a");
    fs.repeatsNext();
    assertErrno(Errno.ENOENT, () -> sys.renameReplace(dir, A, dir, B));
    assertThat(names()).containsExactly("b");
    fs.repeatsNext();
    assertErrno(Errno.EEXIST, () -> sys.mkdir(dir, DIR));
    fs.repeatsNext();
    assertErrno(Errno.ENOENT, () -> sys.rmdir(dir, DIR));
    assertThat(names()).containsExactly("b");
  }

  @Test
  void onlyAChangeThatIsMadeIsAskedForTwice() throws SysException {
    machine.kernel.fileSystem().repeatsNext();
    assertErrno(Errno.ENOENT, () -> sys.unlink(dir, A));
    machine.file(A, "text").close();
    assertErrno(Errno.ENOENT, () -> sys.unlink(dir, A));
    assertThat(names()).isEmpty();
    machine.file(A, "text").close();
    sys.unlink(dir, A);
  }
}
