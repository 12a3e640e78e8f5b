package dev.holdfast.tests.sim;

import static dev.holdfast.internal.sys.SysAssertions.assertErrno;
import static dev.holdfast.tests.sim.SimMachine.A;
import static dev.holdfast.tests.sim.SimMachine.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.Acl;
import dev.holdfast.internal.sys.Sys.AclClearing;
import dev.holdfast.internal.sys.Sys.AclPresence;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** File systems that lack things, each by itself, and how that shows. */
class SimPrimitiveTest {
  private SimMachine machine;
  private SimFileSystem fs;
  private Fd file;

  @BeforeEach
  void start() throws SysException {
    machine = new SimMachine();
    fs = machine.kernel.fileSystem();
    file = machine.file(A, "text");
  }

  /** What does not work here. */
  private Set<SimPrimitive> missing() throws SysException {
    Set<SimPrimitive> missing = EnumSet.noneOf(SimPrimitive.class);
    for (SimPrimitive primitive : SimPrimitive.values()) {
      if (!works(primitive)) {
        missing.add(primitive);
      }
    }
    return missing;
  }

  private boolean works(SimPrimitive primitive) throws SysException {
    try {
      return switch (primitive) {
        case UNNAMED_FILES -> {
          machine.sys.openTmp(machine.dir).close();
          yield true;
        }
        case RENAME_NO_REPLACE -> {
          machine.sys.renameNoReplace(machine.dir, A, machine.dir, B);
          machine.sys.renameReplace(machine.dir, B, machine.dir, A);
          yield true;
        }
        case RENAME_EXCHANGE -> {
          machine.sys.renameExchange(machine.dir, A, machine.dir, A);
          yield true;
        }
        case LINK -> {
          machine.sys.link(file, machine.dir, B);
          machine.sys.unlink(machine.dir, B);
          yield true;
        }
        case OFD_LOCKS -> machine.sys.ofdTryLock(file, LockMode.EXCLUSIVE, 0);
        case ACLS -> machine.sys.aclQuery(file, Acl.ACCESS) == AclPresence.ABSENT;
        case MODES -> {
          machine.sys.chmod(file, 0640);
          boolean sticks = machine.sys.stat(file).mode() == 0640;
          machine.sys.chmod(file, 0600);
          yield sticks;
        }
        case SYNC_FS -> {
          machine.sys.syncFs(file);
          yield true;
        }
        case BIRTH_TIMES -> machine.sys.stat(file).birthNs() != null;
      };
    } catch (SysException e) {
      assertThat(e.errno()).isEqualTo(fs.missing(primitive));
      return false;
    }
  }

  @Test
  void usuallyNothingIsMissing() throws SysException {
    assertThat(missing()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void eachCanBeMissingAlone(SimPrimitive primitive) throws SysException {
    fs.lacks(primitive);
    assertThat(missing()).containsExactly(primitive);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BIRTH_TIMES")
  void anotherAnswerIsGivenIfItIsWanted(SimPrimitive primitive) throws SysException {
    fs.lacks(primitive, Errno.EPERM);
    assertThat(missing()).containsExactly(primitive);
  }

  @Test
  void aTakenNameIsFoundBeforeAFlagIsNotKnown() throws SysException {
    fs.lacks(SimPrimitive.RENAME_NO_REPLACE, SimPrimitive.RENAME_EXCHANGE);
    machine.file(B, "text").close();
    Fd dir = machine.dir;
    assertErrno(Errno.EEXIST, () -> machine.sys.renameNoReplace(dir, A, dir, B));
    machine.sys.unlink(dir, B);
    assertErrno(Errno.EINVAL, () -> machine.sys.renameNoReplace(dir, A, dir, B));
    assertErrno(Errno.ENOENT, () -> machine.sys.renameExchange(dir, A, dir, B));
  }

  @Test
  void aKernelWithoutTheCallDoesNotLookAtNames() throws SysException {
    fs.lacks(SimPrimitive.RENAME_NO_REPLACE, Errno.ENOSYS);
    machine.file(B, "text").close();
    assertErrno(Errno.ENOSYS, () -> machine.sys.renameNoReplace(machine.dir, A, machine.dir, B));
  }

  @Test
  void withoutModesEverythingIsOpenToOthers() throws SysException {
    fs.lacks(SimPrimitive.MODES);
    machine.sys.mkdir(machine.dir, B);
    assertThat(machine.sys.stat(machine.dir, B).mode()).isEqualTo(0755);
  }

  @Test
  void withoutAclsThereIsNothingToClear() throws SysException {
    fs.lacks(SimPrimitive.ACLS);
    assertThat(machine.sys.aclClear(file, Acl.ACCESS)).isEqualTo(AclClearing.UNSUPPORTED);
    fs.lacks(SimPrimitive.ACLS, Errno.EIO);
    assertErrno(Errno.EIO, () -> machine.sys.aclClear(file, Acl.ACCESS));
  }

  @Test
  void whatIsMissingIsMissingAfterTheNextStart() throws SysException {
    machine.kernel.settle();
    fs.lacks(SimPrimitive.LINK);
    SimMachine next = new SimMachine(machine.kernel.powerCut(Survival.NOTHING));
    Fd found = next.sys.openFile(next.dir, A, Access.READ);
    assertErrno(Errno.EPERM, () -> next.sys.link(found, next.dir, B));
  }
}
