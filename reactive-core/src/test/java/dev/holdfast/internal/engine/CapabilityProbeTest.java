package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.StoreCapabilities;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.StatFs;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Trying out a file system, in the engine's own staging directory. */
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

  /** Refuses, names what is missing, has written no store, and does not stand in the way later. */
  private void refusedWithout(String call, Errno errno, String primitive) throws Exception {
    StoreException failure =
        Failures.request(
            ErrorCode.UNSUPPORTED_FILESYSTEM,
            () -> rootAt(root.path(), without(Set.of(call), errno)).open());
    assertThat(failure).hasMessageContaining(primitive);
    assertThat(below(".holdfast/store.json")).doesNotExist();
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byNobody(temp);
    root.publish("file", "text");
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  @Test
  void leavesNothingBehind() {
    root.open();
    assertThat(StoreTree.users(root.path())).isEmpty();
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  @Test
  void findsWhatThisFileSystemHas() {
    StoreCapabilities found = root.open().capabilities();
    assertThat(found.fileSystem()).isNotEmpty();
    assertThat(found.unnamedFiles()).isTrue();
    assertThat(found.openFileLocks()).isTrue();
    assertThat(found.renameNoReplace()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Errno.class,
      names = {"EINVAL", "ENOSYS", "EOPNOTSUPP", "ENOLCK"})
  void refusesAFileSystemWithoutLocksOfOpenFiles(Errno answer) throws Exception {
    refusedWithout("ofdTryLock", answer, "F_OFD_SETLK");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cifs", "smb2"})
  void refusesFileSystemsThatDoNotReplaceAnOpenFileInOneStep(String type) throws Exception {
    Sys sys = typed(type);
    assertThat(
            Failures.request(
                ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rootAt(root.path(), sys).open()))
        .hasMessageContaining(type)
        .hasMessageContaining("open file");
    assertThat(Disk.tree(root.path())).isEmpty();
    root.publish("file", "text");
    TestRoot reader = rootAt(root.path(), sys);
    assertThat(reader.openReadOnly().read("file").bytes()).asString().isEqualTo("text");
  }

  private static Sys typed(String type) {
    return new ForwardingSys(TestRoot.LINUX) {
      @Override
      public StatFs statfs(Fd fd) throws SysException {
        return new StatFs(type, super.statfs(fd).readOnly());
      }
    };
  }

  @Test
  void doesWithoutExchanges() {
    Sys sys = without(Set.of("renameExchange"), Errno.EINVAL);
    StoreCapabilities found = rootAt(root.path(), sys).open().capabilities();
    assertThat(found.renameExchange()).isFalse();
    assertThat(found.renameNoReplace()).isTrue();
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  /** On overlayfs a failure to write back is not told, before Linux 5.8 nowhere. */
  @ParameterizedTest
  @CsvSource({
    "ext4, true, true",
    "xfs, true, true",
    "btrfs, true, true",
    "tmpfs, true, true",
    "overlay, true, false",
    "zfs, true, false",
    "nfs, true, false",
    "ext4, false, false"
  })
  void oneSyncForAllIsTrustedWhereFailuresAreTold(String type, boolean tells, boolean trusted) {
    Sys sys =
        new ForwardingSys(TestRoot.LINUX) {
          @Override
          public StatFs statfs(Fd fd) throws SysException {
            return new StatFs(type, super.statfs(fd).readOnly());
          }

          @Override
          public boolean syncFsTellsFailures() {
            return tells;
          }
        };
    assertThat(rootAt(root.path(), sys).open().capabilities().syncFs()).isEqualTo(trusted);
  }

  @Test
  void doesNotMindAnotherOne() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    for (String call : new String[] {"createFile", "renameNoReplace", "unlink"}) {
      sys.before(call, 1, () -> rootAt(root.path()).open());
    }
    rootAt(root.path(), sys).open();
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byWriters(root.path(), 4, 0);
  }

  /** Only names in its own directory are its own. */
  @Test
  void leavesStrangeThingsBesideTheRecordAlone() throws Exception {
    root.close(root.open());
    Disk.directory(below(".holdfast/probe-dir"));
    Disk.file(below(".holdfast/probe-file"), "theirs");
    root.open();
    assertThat(below(".holdfast/probe-dir")).isDirectory();
    assertThat(below(".holdfast/probe-file")).hasContent("theirs");
  }
}
