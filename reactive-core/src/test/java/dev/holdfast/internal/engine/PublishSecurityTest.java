package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.ForwardingSys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the owner sees what is published, whatever its directory hands down. */
class PublishSecurityTest extends RootTestCase {

  @BeforeEach
  void open() {
    root.open();
  }

  @Test
  void dropsWhatADefaultAclHandsDown() throws Exception {
    Path dir = Disk.directory(below("dir"));
    Acls.grantOtherByDefault(dir);
    root.publish("dir/file", "text");
    assertThat(Disk.mode(dir.resolve("file"))).isEqualTo(0600);
    assertThat(Acls.fileHasNone(dir.resolve("file"))).isTrue();
    root.publish("dir/new/file", "text");
    assertThat(Disk.mode(dir.resolve("new"))).isEqualTo(0700);
    assertThat(Acls.hasNone(dir.resolve("new"))).isTrue();
  }

  @Test
  void dropsADefaultAclThatAppearsMeanwhile() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot other = rootAt(root.path(), sys);
    other.open();
    sys.before("openTmp", 1, () -> Acls.grantOtherByDefault(root.path()));
    other.publish("file", "text");
    assertThat(Disk.mode(below("file"))).isEqualTo(0600);
    assertThat(Acls.fileHasNone(below("file"))).isTrue();
  }

  @Test
  void givesBackWhatTheUmaskTook() throws Exception {
    ForwardingSys masked =
        new ForwardingSys(TestRoot.LINUX) {
          @Override
          public Fd openTmp(Fd dir) throws SysException {
            Fd file = super.openTmp(dir);
            super.chmod(file, 0400);
            return file;
          }

          @Override
          public void mkdir(Fd dir, Name name) throws SysException {
            super.mkdir(dir, name);
            try (Fd made = super.openDir(dir, NamePath.of(name))) {
              super.chmod(made, 0500);
            }
          }
        };
    TestRoot other = rootAt(temp.resolve("masked"), masked);
    other.publish("dir/file", "text");
    for (String made : new String[] {"", "dir", ".holdfast"}) {
      assertThat(Disk.mode(other.path().resolve(made))).as(made).isEqualTo(0700);
    }
    for (String made : new String[] {"dir/file", ".holdfast/store.json"}) {
      assertThat(Disk.mode(other.path().resolve(made))).as(made).isEqualTo(0600);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0750, 0707, 02770})
  void refusesAnEmptyDirectoryThatOthersMayEnter(int mode) throws Exception {
    Path dir = Files.createDirectory(below("dir"));
    refusesAsItIs(dir, mode);
    assertThat(Disk.tree(dir)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0750, 0707, 0500, 02700, 01700})
  void refusesADirectoryInUseWithAnotherMode(int mode) throws Exception {
    Path dir = Files.createDirectory(below("dir"));
    Disk.file(dir.resolve("mine"), "content");
    refusesAsItIs(dir, mode);
    assertThat(Disk.tree(dir)).containsExactly("mine");
  }

  private void refusesAsItIs(Path dir, int mode) throws Exception {
    Files.setAttribute(dir, "unix:mode", mode);
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> root.publish("dir/file", "text"));
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> root.publish("dir/new/file", "text"));
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> root.handle().ensureDirectory("dir"));
    assertThat(Disk.mode(dir)).isEqualTo(mode);
    Disk.chmod(dir, 0700);
  }

  @ParameterizedTest
  @ValueSource(ints = {0500, 02700, 01700})
  void finishesAPrivateDirectoryThatIsEmpty(int mode) throws Exception {
    Path dir = Files.createDirectory(below("dir"));
    Files.setAttribute(dir, "unix:mode", mode);
    root.publish("dir/file", "text");
    assertThat(Disk.mode(dir)).isEqualTo(0700);
  }

  @Test
  void refusesARootThatWasOpenedUp() throws Exception {
    Disk.chmod(root.path(), 0755);
    Failures.notCommitted(ErrorCode.MODE_MISMATCH, () -> root.publish("file", "text"));
    Failures.request(ErrorCode.MODE_MISMATCH, () -> root.list(""));
    assertThat(below("file")).doesNotExist();
    Disk.chmod(root.path(), 0700);
    root.publish("file", "text");
  }

  @Test
  void refusesADirectoryOfAnotherOwner() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a directory away");
    }
    Path dir = Disk.directory(below("dir"));
    Files.setAttribute(dir, "unix:uid", 12_345);
    Failures.notCommitted(ErrorCode.OWNER_MISMATCH, () -> root.publish("dir/file", "text"));
    assertThat(Disk.tree(dir)).isEmpty();
  }

  @Test
  void tellsWhenTheFileIsWidenedBeforeItIsSeen() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot other = rootAt(root.path(), sys);
    other.open();
    sys.after("link", 1, () -> Disk.chmod(below("file"), 0644));
    var failure = Failures.change(() -> other.publish("file", new byte[1], new WriteOptions()));
    assertThat(failure.code()).isEqualTo(ErrorCode.MODE_MISMATCH);
    assertThat(failure.mutation().provenNotCommitted()).isFalse();
    assertThat(below("file")).exists();
  }
}
