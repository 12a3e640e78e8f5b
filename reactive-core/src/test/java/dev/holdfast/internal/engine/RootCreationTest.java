package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
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
    assertThat(StoreTree.users(deep)).isEmpty();
    assertThat(StoreTree.own(deep)).isEqualTo(StoreTree.OPEN);
    for (String own : List.of(".holdfast/staging", ".holdfast/rescued")) {
      assertThat(Disk.mode(deep.resolve(own))).as(own).isEqualTo(0700);
    }
    Path engine = StoreTree.engine(deep);
    assertThat(Disk.mode(engine)).isEqualTo(0700);
    for (Path own : List.of(engine.resolve("owner"), deep.resolve(".holdfast/commit.lock"))) {
      assertThat(Disk.mode(own)).as(own.toString()).isEqualTo(0600);
      assertThat(own).isEmptyFile();
    }
  }

  @Test
  void syncsEveryNameThatItMade() {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(temp.resolve("a/b/c"), sys).open();
    assertThat(sys.syncs(temp))
        .as("the record before its directory; then every name on the way, upwards")
        .startsWith(
            "a/b/c/.holdfast/#",
            "a/b/c/.holdfast/staging",
            "a/b/c/.holdfast",
            "a/b/c",
            "a/b",
            "a",
            ".");
  }

  @Test
  void syncsTheNamesOfAnExistingRootToo() throws Exception {
    Disk.directory(root.path());
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(root.path(), sys).open();
    assertThat(sys.syncs(temp))
        .startsWith("root/.holdfast/#", "root/.holdfast/staging", "root/.holdfast", "root", ".");
  }

  @Test
  void syncsUpToTheFirstDirectoryOfSomebodyElse() throws Exception {
    if (!Disk.isSuperuser()) {
      Skip.because("only root can give a directory away");
    }
    Path theirs = Disk.directory(temp.resolve("theirs"));
    Files.setAttribute(theirs, "unix:uid", 12_345);
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(theirs.resolve("mine/root"), sys).open();
    assertThat(sys.syncs(theirs))
        .containsExactly(
            "mine/root/.holdfast/#",
            "mine/root/.holdfast/staging",
            "mine/root/.holdfast",
            "mine/root",
            "mine",
            ".");
  }

  /** What an earlier attempt made, and could not sync, is synced by the next one. */
  @Test
  void syncsWhatAnEarlierAttemptCouldNotSync() {
    Path deep = temp.resolve("a/b/c");
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot first = rootAt(deep, faulty);
    faulty.arm(Fault.of("sync", 4, Errno.EIO, How.WITHOUT_EFFECT)); // above the root
    Failures.request(ErrorCode.IO_ERROR, first::open);
    TracingSys tracing = new TracingSys(TestRoot.LINUX);
    rootAt(deep, tracing).open();
    assertThat(tracing.syncs(temp)).contains("a/b", "a", ".");
  }

  @Test
  void syncsEachNameAfterMakingIt() {
    TracingSys sys = new TracingSys(TestRoot.LINUX);
    rootAt(temp.resolve("a/b"), sys).open();
    List<String> calls = sys.below(temp);
    assertThat(calls.indexOf("sync .")).isGreaterThan(calls.indexOf("mkdir a"));
    assertThat(calls.indexOf("sync a")).isGreaterThan(calls.indexOf("mkdir a/b"));
    for (String own : List.of("mkdir %s/staging", "mkdir %s/rescued", "link %s/commit.lock")) {
      assertThat(calls.lastIndexOf("sync a/b/.holdfast"))
          .isGreaterThan(calls.indexOf(String.format(own, "a/b/.holdfast")))
          .isPositive();
    }
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

  /** The other one comes when the directory is made and not secured yet. */
  @Test
  void sharesAFreshDirectoryThatIsNotSecuredYet() throws Exception {
    Path parent = Disk.directory(temp.resolve("parent"));
    Files.setAttribute(parent, "unix:mode", 02700);
    ActingSys acting = new ActingSys(TestRoot.LINUX);
    TestRoot first = rootAt(parent.resolve("root"), acting);
    acting.after("mkdir", 1, () -> rootAt(parent.resolve("root")).open());
    first.open();
    assertThat(Disk.mode(parent.resolve("root"))).isEqualTo(0700);
    Held.byWriters(first.path(), 2, 0);
  }

  @Test
  void finishesWhatAnotherOpenerCouldNotSecure() throws Exception {
    Path parent = Disk.directory(temp.resolve("parent"));
    Files.setAttribute(parent, "unix:mode", 02700);
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot first = rootAt(parent.resolve("root"), faulty);
    faulty.arm(Fault.of("chmod", 0, Errno.EIO, How.WITHOUT_EFFECT));
    Failures.request(ErrorCode.IO_ERROR, first::open);
    assertThat(Disk.mode(parent.resolve("root"))).isEqualTo(02700);
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
  void refusesAFileSystemWithoutLocksOfOpenFiles() throws Exception {
    Sys without =
        new InterceptingSys(TestRoot.LINUX) {
          @Override
          <T> T around(Call call, Real<T> real) throws SysException {
            if (call.name().equals("ofdTryLock")) {
              throw FaultySys.failure(Errno.EOPNOTSUPP, "fcntl");
            }
            return real.run();
          }
        };
    StoreException failure =
        Failures.request(
            ErrorCode.UNSUPPORTED_FILESYSTEM, () -> rootAt(root.path(), without).open());
    assertThat(failure).hasMessageContaining("F_OFD_SETLK");
    assertThat(below(".holdfast/store.json")).doesNotExist();
    assertThat(below(".holdfast/commit.lock")).doesNotExist();
    assertThat(StoreTree.staged(root.path())).isEmpty();
    Held.byNobody(temp);
  }
}
