package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.Sys.Access;
import dev.holdfast.internal.sys.Sys.LockMode;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Trying out a file system, and cleaning up after those that died while they tried. */
class CapabilityProbeTest extends RootTestCase {

  private Sys without(Set<String> calls, Errno errno) {
    return new InterceptingSys(TestRoot.LINUX) {
      @Override
      <T> T around(Call call, Real<T> real) throws SysException {
        if (calls.contains(call.name())) {
          throw FaultySys.failure(errno, call.name());
        }
        return real.run();
      }
    };
  }

  private boolean isLeft(String name) {
    return Disk.present(below(".holdfast").resolve(name));
  }

  @Test
  void leavesNothingBehind() {
    var found = root.open().capabilities();
    assertThat(found.unnamedFiles()).isTrue();
    assertThat(Disk.tree(root.path())).containsExactly(".holdfast", ".holdfast/store.json");
  }

  @Test
  void sweepsWhatADeadOneLeft() throws Exception {
    root.close(root.open());
    Disk.file(below(".holdfast/probe-dead"), "");
    Disk.file(below(".holdfast/probe-"), "");
    Disk.file(below(".holdfast/prob"), "kept");
    if (!root.open().capabilities().openFileLocks()) {
      Skip.because("without locks nothing tells the dead from the living");
    }
    assertThat(Disk.tree(below(".holdfast"))).containsExactly("prob", "store.json");
  }

  @Test
  void leavesALivingOneAlone() throws Exception {
    if (!root.open().capabilities().openFileLocks()) {
      Skip.because("without locks nothing tells the dead from the living");
    }
    root.close();
    Disk.file(below(".holdfast/probe-alive"), "");
    try (Fd dir = TestRoot.LINUX.openRoot(RootPath.parse(root.path().toString(), "/"), false);
        Fd meta = TestRoot.LINUX.openDir(dir, NamePath.of(Name.of(".holdfast")));
        Fd live = TestRoot.LINUX.openFile(meta, Name.of("probe-alive"), Access.READ_WRITE)) {
      assertThat(TestRoot.LINUX.ofdTryLock(live, LockMode.EXCLUSIVE, 0)).isTrue();
      root.close(root.open());
      assertThat(isLeft("probe-alive")).isTrue();
    }
    root.open();
    assertThat(isLeft("probe-alive")).isFalse();
  }

  @Test
  void doesNotMindAnotherSweeper() {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    sys.before("unlink", 1, () -> rootAt(root.path()).open());
    rootAt(root.path(), sys).open();
    assertThat(Disk.tree(root.path())).containsExactly(".holdfast", ".holdfast/store.json");
  }

  @Test
  void doesNotMindALeftoverThatVanishes() throws Exception {
    root.close(root.open());
    Disk.file(below(".holdfast/probe-dead"), "");
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    sys.before("openFile", 1, () -> Files.deleteIfExists(below(".holdfast/probe-dead")));
    rootAt(root.path(), sys).open();
    assertThat(isLeft("probe-dead")).isFalse();
  }

  @Test
  void findsMissingRenames() {
    Sys sys = without(Set.of("renameNoReplace", "renameExchange"), Errno.EINVAL);
    var found = rootAt(root.path(), sys).open().capabilities();
    assertThat(found.unnamedFiles()).isTrue();
    assertThat(found.renameNoReplace()).isFalse();
    assertThat(found.renameExchange()).isFalse();
    assertThat(Disk.tree(root.path())).containsExactly(".holdfast", ".holdfast/store.json");
  }

  @Test
  void findsMissingLocksAndThenSweepsNothing() throws Exception {
    root.close(root.open());
    Disk.file(below(".holdfast/probe-unknown"), "");
    Sys sys = without(Set.of("ofdTryLock"), Errno.EINVAL);
    assertThat(rootAt(root.path(), sys).open().capabilities().openFileLocks()).isFalse();
    assertThat(isLeft("probe-unknown")).isTrue();
  }

  @Test
  void knowsThisFileSystem() throws Exception {
    var found = root.open().capabilities();
    assertThat(found.fileSystem()).isNotEmpty();
    if (found.local()) {
      assertThat(found.openFileLocks()).isTrue();
    }
  }
}
