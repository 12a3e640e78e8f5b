package dev.holdfast.tests.sim;

import static dev.holdfast.tests.sim.SimMachine.A;
import static dev.holdfast.tests.sim.SimMachine.B;
import static dev.holdfast.tests.sim.SimMachine.C;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.SysException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a power cut may take, and what it may not. */
class SimPowerCutTest {
  private SimMachine machine;

  @BeforeEach
  void start() throws SysException {
    machine = new SimMachine();
  }

  /** Everything that can be found after a cut here. */
  private Set<Map<String, String>> outcomes() {
    Set<Map<String, String>> found = new HashSet<>();
    for (int seed = 0; seed < 400; seed++) {
      found.add(SimMachine.files(machine.kernel.powerCut(Survival.random(seed))));
    }
    found.add(SimMachine.files(machine.kernel.powerCut(Survival.NOTHING)));
    found.add(SimMachine.files(machine.kernel.powerCut(Survival.EVERYTHING)));
    return found;
  }

  private static Map<String, String> files(String... namesAndContents) {
    Map<String, String> files = new TreeMap<>();
    for (int i = 0; i < namesAndContents.length; i += 2) {
      files.put(namesAndContents[i], namesAndContents[i + 1]);
    }
    return files;
  }

  @Test
  void leavesWhatWasSyncedWithItsName() throws SysException {
    machine.sys.sync(machine.file(A, "text"));
    machine.sys.sync(machine.dir);
    assertThat(outcomes()).containsExactly(files("a", "text"));
  }

  @Test
  void takesANameThatWasNotSyncedOrLeavesIt() throws SysException {
    machine.sys.sync(machine.file(A, "text"));
    assertThat(outcomes()).containsExactlyInAnyOrder(files(), files("a", "text"));
  }

  @Test
  void takesContentSizeOrBothOfAFileThatWasNotSynced() throws SysException {
    machine.file(A, "text");
    machine.sys.sync(machine.dir);
    assertThat(outcomes())
        .containsExactlyInAnyOrder(files("a", ""), files("a", "\0\0\0\0"), files("a", "text"));
  }

  @Test
  void tearsAtSectors() throws SysException {
    Fd file = machine.file(A, "x".repeat(1024));
    machine.sys.sync(file);
    machine.sys.sync(machine.dir);
    machine.write(file, "y".repeat(1024));
    String x = "x".repeat(512);
    String y = "y".repeat(512);
    assertThat(outcomes())
        .containsExactlyInAnyOrder(
            files("a", x + x), files("a", x + y), files("a", y + x), files("a", y + y));
  }

  @Test
  void mayKeepARenameAndLoseTheContentBehindIt() throws SysException {
    machine.sys.sync(machine.file(A, "old"));
    machine.sys.sync(machine.dir);
    machine.file(B, "new");
    machine.sys.renameReplace(machine.dir, B, machine.dir, A);
    assertThat(outcomes())
        .contains(files("a", "old"), files("a", "old", "b", "new"), files("a", ""))
        .contains(files("a", "new"), files("a", "\0\0\0"))
        .allSatisfy(found -> assertThat(found).containsKey("a"));
  }

  @Test
  void mayBringBackWhatWasUnlinked() throws SysException {
    machine.sys.sync(machine.file(A, "text"));
    machine.sys.sync(machine.dir);
    machine.sys.unlink(machine.dir, A);
    assertThat(outcomes()).containsExactlyInAnyOrder(files(), files("a", "text"));
    machine.sys.sync(machine.dir);
    assertThat(outcomes()).containsExactly(files());
  }

  @Test
  void neverLosesAFileThatIsOnlyRenamed() throws SysException {
    machine.sys.sync(machine.file(A, "text"));
    machine.sys.mkdir(machine.dir, B);
    Fd b = machine.sys.openDir(machine.dir, NamePath.of(B));
    machine.sys.sync(machine.dir);
    machine.sys.renameNoReplace(machine.dir, A, b, A);
    for (int seed = 0; seed < 50; seed++) {
      SimKernel left = machine.kernel.powerCut(Survival.random(seed));
      boolean here = left.entry(SimMachine.at(A)) != null;
      boolean there = !left.names(SimMachine.at(B)).isEmpty();
      assertThat(here).isNotEqualTo(there);
    }
    machine.sys.sync(b);
    assertThat(machine.kernel.powerCut(Survival.NOTHING).names(SimMachine.at(B)))
        .containsExactly(A);
  }

  @Test
  void keepsTheOrderOfChangesOfOneName() throws SysException {
    machine.sys.sync(machine.file(A, "one"));
    machine.sys.unlink(machine.dir, A);
    machine.sys.sync(machine.file(A, "two"));
    assertThat(outcomes()).containsExactlyInAnyOrder(files(), files("a", "one"), files("a", "two"));
  }

  @Test
  void takesADirectoryWithEverythingInIt() throws SysException {
    machine.sys.mkdir(machine.dir, B);
    Fd b = machine.sys.openDir(machine.dir, NamePath.of(B));
    Fd file = machine.sys.createFile(b, A);
    machine.sys.sync(file);
    machine.sys.sync(b);
    assertThat(machine.kernel.powerCut(Survival.NOTHING).entry(SimMachine.at(B))).isNull();
    machine.sys.sync(machine.dir);
    assertThat(machine.kernel.powerCut(Survival.NOTHING).names(SimMachine.at(B)))
        .containsExactly(A);
  }

  @Test
  void takesAModeThatWasNotSynced() throws SysException {
    Fd file = machine.file(A, "text");
    machine.sys.sync(file);
    machine.sys.sync(machine.dir);
    machine.sys.chmod(file, 0640);
    assertThat(machine.kernel.powerCut(Survival.NOTHING).entry(SimMachine.at(A)).mode())
        .isEqualTo(0600);
    machine.sys.sync(file);
    assertThat(machine.kernel.powerCut(Survival.NOTHING).entry(SimMachine.at(A)).mode())
        .isEqualTo(0640);
  }

  @Test
  void takesFilesWithoutAName() throws SysException {
    machine.sys.sync(machine.sys.openTmp(machine.dir));
    assertThat(outcomes()).containsExactly(files());
  }

  /** fsync(2): a later call may succeed though what was written before is lost. */
  @Test
  void findsNothingOfWhatAFailedSyncDropped() throws SysException {
    Fd file = machine.file(A, "text");
    machine.sys.sync(machine.dir);
    SimSys.failWriteBack(file);
    assertThatThrownBy(() -> machine.sys.sync(file)).isInstanceOf(SysException.class);
    machine.sys.sync(file);
    assertThat(SimMachine.files(machine.kernel)).isEqualTo(files("a", "text"));
    assertThat(outcomes()).containsExactly(files("a", "\0\0\0\0"));
  }

  @Test
  void findsNoNameThatAFailedSyncOfItsDirectoryDropped() throws SysException {
    machine.sys.sync(machine.file(A, "text"));
    SimSys.failWriteBack(machine.dir);
    assertThatThrownBy(() -> machine.sys.sync(machine.dir)).isInstanceOf(SysException.class);
    machine.sys.sync(machine.dir);
    assertThat(outcomes()).containsExactly(files());
  }

  @Test
  void tellsEachDescriptionOnceOfAFailedWrite() throws SysException {
    Fd first = machine.file(A, "text");
    Fd second = machine.sys.openFile(machine.dir, A, Access.READ);
    SimSys.failWriteBack(first);
    Fd later = machine.sys.openFile(machine.dir, A, Access.READ);
    for (Fd told : new Fd[] {first, second}) {
      assertThatThrownBy(() -> machine.sys.sync(told)).isInstanceOf(SysException.class);
      machine.sys.sync(told);
    }
    machine.sys.sync(later);
  }

  @Test
  void startsTheMachineAnew() {
    SimKernel next = machine.kernel.powerCut(Survival.NOTHING);
    assertThat(next.bootId()).isNotEqualTo(machine.kernel.bootId());
    assertThat(next.hostId()).isEqualTo(machine.kernel.hostId());
    assertThat(next.monotonicNanos()).isLessThan(machine.kernel.monotonicNanos());
  }

  /** Numbers are given out again at once: both are not there after a cut. */
  @Test
  void neverFindsTwoObjectsWithOneNumber() throws SysException {
    machine.sys.sync(machine.file(A, "one"));
    machine.sys.sync(machine.dir);
    long number = machine.sys.stat(machine.dir, A).ino();
    Fd gone = machine.sys.openFile(machine.dir, A, Access.READ);
    machine.process.drop(gone);
    machine.process.kill();
    SimMachine next = new SimMachine(machine.kernel);
    next.sys.unlink(next.dir, A);
    next.sys.sync(next.file(B, "two"));
    assertThat(next.sys.stat(next.dir, B).ino()).isEqualTo(number);
    machine = next;
    assertThat(outcomes()).containsExactlyInAnyOrder(files("a", "one"), files(), files("b", "two"));
  }

  /** As long as one of its names is there, a number is not another object's. */
  @Test
  void neverFindsTwoObjectsWithOneNumberIfOneHadTwoNames() throws SysException {
    machine.sys.sync(machine.file(A, "one"));
    machine.sys.linkName(machine.dir, A, machine.dir, C);
    machine.sys.sync(machine.dir);
    machine.process.kill();
    SimMachine next = new SimMachine(machine.kernel);
    next.sys.unlink(next.dir, A);
    next.sys.unlink(next.dir, C);
    next.sys.sync(next.file(B, "two"));
    machine = next;
    assertThat(outcomes())
        .contains(files("c", "one"), files("b", "two"))
        .noneMatch(found -> found.containsKey("b") && found.size() > 1);
  }

  @Test
  void makesContentAndSizeDurableByADataSync() throws SysException {
    Fd file = machine.file(A, "text");
    machine.sys.sync(machine.dir);
    machine.sys.dataSync(file);
    assertThat(outcomes()).containsExactly(files("a", "text"));
  }

  @Test
  void keepsEverythingThatASyncOfTheFileSystemCameAfter() throws SysException {
    machine.file(A, "text");
    machine.file(B, "more");
    machine.sys.syncFs(machine.dir);
    assertThat(outcomes()).containsExactly(files("a", "text", "b", "more"));
  }

  @Test
  void tellsEachDescriptionOnceByASyncOfTheFileSystemToo() throws SysException {
    machine.file(A, "text");
    Fd before = machine.sys.openFile(machine.dir, A, Access.READ);
    SimSys.failWriteBack(before);
    assertThatThrownBy(() -> machine.sys.syncFs(before)).isInstanceOf(SysException.class);
    machine.sys.syncFs(before);
    machine.sys.syncFs(machine.sys.openFile(machine.dir, A, Access.READ));
  }

  @Test
  void mayBringBackWhatWasCutOff() throws SysException {
    Fd file = machine.file(A, "text");
    machine.sys.sync(file);
    machine.sys.sync(machine.dir);
    machine.sys.truncate(file, 2);
    assertThat(outcomes())
        .containsExactlyInAnyOrder(files("a", "te"), files("a", "text"), files("a", "te\0\0"));
    machine.sys.dataSync(file);
    assertThat(outcomes()).containsExactly(files("a", "te"));
  }
}
