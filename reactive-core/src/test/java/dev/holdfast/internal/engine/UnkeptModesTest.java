package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.RequestException;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.AbsolutePath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** File systems that keep neither the modes nor the owners that they are given. */
class UnkeptModesTest extends RootTestCase {
  private static final int OTHER = TestRoot.LINUX.effectiveUid() + 1;

  /** Shows everything with the same modes and owner, whatever it is told. */
  private static final class FixedSys extends ForwardingSys {
    int directoryMode = 0700;
    int fileMode = 0600;
    int uid = TestRoot.LINUX.effectiveUid();
    boolean keepsModes;

    FixedSys() {
      super(TestRoot.LINUX);
    }

    private Stat shown(Stat real) {
      int mode = real.type() == FileType.DIRECTORY ? directoryMode : fileMode;
      return new Stat(
          real.dev(),
          real.ino(),
          real.mountId(),
          real.type(),
          keepsModes ? real.mode() : mode,
          real.nlink(),
          uid,
          real.size(),
          real.mtimeNs(),
          real.ctimeNs(),
          real.birthNs());
    }

    @Override
    public Stat stat(Fd fd) throws SysException {
      return shown(super.stat(fd));
    }

    @Override
    public Stat stat(Fd dir, Name name) throws SysException {
      return shown(super.stat(dir, name));
    }

    @Override
    public Stat stat(AbsolutePath path) throws SysException {
      return shown(super.stat(path));
    }
  }

  private final FixedSys sys = new FixedSys();

  private RequestException refused(SecurityPolicy policy) {
    return Failures.request(
        ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rootAt(root.path(), sys).open(policy));
  }

  private static String fileSystem(Path path) throws Exception {
    return Files.getFileStore(path).type();
  }

  /** As vfat and network drives show it. */
  @ParameterizedTest
  @EnumSource(SecurityPolicy.class)
  void aNewRootIsRefusedWhereModesDoNotStay(SecurityPolicy policy) throws Exception {
    sys.directoryMode = 0755;
    sys.fileMode = 0755;
    assertThat(refused(policy))
        .as("what was asked, what stayed, and where")
        .hasMessageContainingAll("0700", "0755", fileSystem(temp));
  }

  @ParameterizedTest
  @EnumSource(names = {"APPLY", "REPAIR_ON_OPEN"})
  void anExistingRootIsRefusedToo(SecurityPolicy policy) throws Exception {
    root.publish("file", "text");
    root.close();
    sys.directoryMode = 0777;
    assertThat(refused(policy))
        .hasMessageContainingAll("the root", "0700", "0777", fileSystem(temp));
  }

  @Test
  void filesAreLookedAtToo() {
    sys.fileMode = 0644;
    assertThat(refused(SecurityPolicy.VERIFY_FIRST)).hasMessageContainingAll("0600", "0644");
  }

  /** As mounted with fixed masks that happen to be ours. */
  @ParameterizedTest
  @EnumSource(SecurityPolicy.class)
  void modesThatOnlyLookRightAreNotTrusted(SecurityPolicy policy) {
    assertThat(refused(policy)).hasMessageContainingAll("0400", "0600");
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  /** As a server that squashes root, or a mount with a fixed owner, shows it. */
  @Test
  void whatWeMadeHasToBeOurs() throws Exception {
    sys.keepsModes = true;
    sys.uid = OTHER;
    assertThat(refused(SecurityPolicy.VERIFY_FIRST))
        .hasMessageContainingAll(
            "uid " + TestRoot.LINUX.effectiveUid(), "uid " + OTHER, fileSystem(temp));
    Failures.request(
        ErrorCode.OWNER_MISMATCH, () -> rootAt(root.path(), sys).open(SecurityPolicy.APPLY));
  }

  /** The owner of new objects changes while the store is open. */
  @Test
  void aFileThatIsNotOursIsNotPublished() throws Exception {
    ForwardingSys squashing =
        new ForwardingSys(TestRoot.LINUX) {
          private Fd squashed;

          @Override
          public Fd openTmp(Fd dir) throws SysException {
            squashed = super.openTmp(dir);
            return squashed;
          }

          @Override
          public Stat stat(Fd fd) throws SysException {
            sys.keepsModes = true;
            sys.uid = fd == squashed && open ? OTHER : TestRoot.LINUX.effectiveUid();
            return sys.shown(super.stat(fd));
          }
        };
    TestRoot other = rootAt(root.path(), squashing);
    other.open();
    open = true;
    Failures.notCommitted(
        ErrorCode.UNSUPPORTED_FILESYSTEM,
        () -> other.publish("file", new byte[1], new WriteOptions()));
    open = false;
    assertThat(below("file")).doesNotExist();
    assertThat(StoreTree.staged(root.path())).isEmpty();
    other.publish("file", "text");
  }

  private boolean open;

  @Test
  void vfatIsRefusedForReal() throws Exception {
    Path image = temp.resolve("image");
    Path mount = Disk.directory(temp.resolve("mount"));
    if (!Disk.run("truncate", "-s", "16M", image.toString())
        || !Disk.run("mkfs.vfat", image.toString())
        || !Disk.run("mount", "-o", "loop", image.toString(), mount.toString())) {
      Skip.because("no mkfs.vfat, no vfat in the kernel, or no right to mount");
    }
    try {
      for (SecurityPolicy policy : SecurityPolicy.values()) {
        Failures.request(
            ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rootAt(mount.resolve("root")).open(policy));
      }
      closeRoots();
    } finally {
      assertThat(Disk.run("umount", mount.toString())).isTrue();
    }
  }
}
