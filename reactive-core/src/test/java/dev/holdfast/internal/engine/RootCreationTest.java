package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Making a root that is not there yet. */
class RootCreationTest extends RootTestCase {

  @Test
  void makesTheMissingChainPrivate() throws Exception {
    Path deep = temp.resolve("a/b/c");
    rootAt(deep).open();
    for (Path made : List.of(temp.resolve("a"), temp.resolve("a/b"), deep)) {
      assertThat(Disk.mode(made)).as(made.toString()).isEqualTo(0700);
    }
    assertThat(Disk.mode(deep.resolve(".holdfast"))).isEqualTo(0700);
    assertThat(Disk.mode(deep.resolve(".holdfast/store.json"))).isEqualTo(0600);
    assertThat(Disk.tree(deep)).containsExactly(".holdfast", ".holdfast/store.json");
  }

  @Test
  void syncsEveryNameThatItMade() {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(temp.resolve("a/b/c"), sys).open();
    assertThat(sys.syncs(temp))
        .as("each parent after the name was made in it; the record before its directory")
        .containsExactly(".", "a", "a/b", "a/b/c/.holdfast/#", "a/b/c/.holdfast", "a/b/c", "a/b");
  }

  @Test
  void syncsTheNamesOfAnExistingRootToo() throws Exception {
    Disk.directory(root.path());
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(root.path(), sys).open();
    assertThat(sys.syncs(temp)).containsExactly("root/.holdfast/#", "root/.holdfast", "root", ".");
  }

  @Test
  void syncsEachNameAfterMakingIt() {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(temp.resolve("a/b"), sys).open();
    List<String> calls = sys.below(temp);
    assertThat(calls.indexOf("sync .")).isGreaterThan(calls.indexOf("mkdir a"));
    assertThat(calls.indexOf("sync a")).isGreaterThan(calls.indexOf("mkdir a/b"));
    assertThat(calls.lastIndexOf("sync a/b")).isGreaterThan(calls.indexOf("mkdir a/b/.holdfast"));
    assertThat(calls.lastIndexOf("sync a/b/.holdfast"))
        .isGreaterThan(calls.indexOf("link a/b/.holdfast/store.json"));
  }

  @Test
  void clearsWhatASetGroupIdParentHandsDown() throws Exception {
    Path parent = Disk.directory(temp.resolve("parent"));
    Files.setAttribute(parent, "unix:mode", 02700);
    rootAt(parent.resolve("root")).open();
    assertThat(Disk.mode(parent.resolve("root"))).isEqualTo(0700);
  }

  @Test
  void clearsWhatADefaultAclHandsDown() throws Exception {
    Path parent = Disk.directory(temp.resolve("parent"));
    Acls.grantOtherByDefault(parent);
    rootAt(parent.resolve("a/root")).open();
    for (String made : List.of("a", "a/root")) {
      assertThat(Disk.mode(parent.resolve(made))).isEqualTo(0700);
      assertThat(Acls.hasNone(parent.resolve(made))).as(made).isTrue();
    }
  }

  @Test
  void goesOnFromADirectoryThatAppearsMeanwhile() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    sys.before("mkdir", 1, () -> Disk.directory(root.path()));
    TestRoot racing = rootAt(root.path(), sys);
    racing.open();
    assertThat(racing.publish("a", "text").path()).isEqualTo("a");
  }

  @Test
  void refusesALinkThatAppearsMeanwhile() throws Exception {
    Path canary = Disk.directory(temp.resolve("canary"));
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    sys.before("mkdir", 1, () -> Files.createSymbolicLink(root.path(), canary));
    Failures.request(ErrorCode.REPARSE_POINT, () -> rootAt(root.path(), sys).open());
    assertThat(Disk.tree(canary)).isEmpty();
  }

  @Test
  void refusesAFileSystemWithoutUnnamedFiles() throws Exception {
    Sys without =
        new InterceptingSys(TestRoot.LINUX) {
          @Override
          <T> T around(Call call, Real<T> real) throws SysException {
            if (call.name().equals("openTmp")) {
              throw FaultySys.failure(Errno.EOPNOTSUPP, "openat");
            }
            return real.run();
          }
        };
    StoreException failure =
        Failures.request(
            ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rootAt(root.path(), without).open());
    assertThat(failure).hasMessageContaining("O_TMPFILE");
    assertThat(Disk.tree(root.path())).containsExactly(".holdfast");
    assertThat(Disk.descriptors(temp)).isZero();
  }
}
