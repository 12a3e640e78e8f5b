package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AuditOptions;
import dev.holdfast.AuditProgress;
import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.internal.engine.path.RootPath;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees that are deep or wide, and limits that leave something out and say so. */
class AuditLimitsTest extends RootTestCase {
  private static final int DEPTH = 3_000;

  /** Counts calls, and now and then the descriptors of this process. */
  private static final class CountingSys extends InterceptingSys {
    private int calls;
    private int mostOpen;

    CountingSys(Sys delegate) {
      super(delegate);
    }

    @Override
    <T> T around(Call call, Real<T> real) throws SysException {
      T result = real.run();
      if (calls++ % 50 == 0) {
        mostOpen = Math.max(mostOpen, open());
      }
      return result;
    }

    static int open() {
      int open = 0;
      try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
        for (Path ignored : all) {
          open++;
        }
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      return open;
    }
  }

  private static SecurityReport audit(StoreHandle handle, AuditOptions options) {
    return handle.verifyTree(options, progress -> {});
  }

  /** Each level has a directory that goes on, and others that do not. */
  private void makeDeepTree() throws Exception {
    Name next = Name.of("m");
    Fd at = TestRoot.LINUX.openRoot(RootPath.parse(root.path().toString(), "/"), false);
    for (int depth = 0; depth < DEPTH; depth++) {
      for (Name name : List.of(Name.of("a"), next, Name.of("z"))) {
        TestRoot.LINUX.mkdir(at, name);
      }
      Fd below = TestRoot.LINUX.openDir(at, NamePath.of(next));
      at.close();
      at = below;
    }
    TestRoot.LINUX.createFile(at, Name.of("deepest")).close();
    at.close();
  }

  @Test
  void aDeepTreeTakesFewDescriptorsAndOneStepForEachEntry() throws Exception {
    CountingSys sys = new CountingSys(TestRoot.LINUX);
    TestRoot counted = rootAt(root.path(), sys);
    counted.open();
    long own = Disk.tree(root.path()).size() + 1;
    makeDeepTree();
    try {
      sys.calls = 0;
      int before = CountingSys.open();
      SecurityReport report =
          audit(counted.handle(), new AuditOptions().setMaxDepth(AuditOptions.LARGEST_MAX_DEPTH));
      assertThat(report.clean()).isTrue();
      assertThat(report.entries()).isEqualTo(own + 3 * DEPTH + 1);
      assertThat(sys.mostOpen - before).isLessThanOrEqualTo(13);
      assertThat(sys.calls).isLessThan(10 * (int) report.entries());
      assertThat(CountingSys.open()).isEqualTo(before);
      System.out.printf(
          "audit of a tree of %d levels: %d entries, %d calls, at most %d descriptors more%n",
          DEPTH, report.entries(), sys.calls, sys.mostOpen - before);
    } finally {
      assertThat(Disk.run("rm", "-rf", root.path().resolve("m").toString())).isTrue();
    }
  }

  @Test
  void aDirectoryThatIsMovedAwayMeanwhileIsToldAndNotFollowed() throws Exception {
    Path elsewhere = Disk.directory(temp.resolve("elsewhere"));
    for (int i = 0; i < 40; i++) {
      if (i == 20) { // in the middle of the directory, whatever its order
        root.handle().ensureDirectory("top/m/m/m/m/m/m/m/m/m/m/m/m");
      }
      root.handle().ensureDirectory("top/s" + i);
      Disk.chmod(Files.createDirectory(elsewhere.resolve("s" + i)), 0755);
    }
    root.close();
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.before(
        "openParent",
        1,
        () -> {
          Files.move(below("top/m"), elsewhere.resolve("m"));
          Files.move(below("top"), elsewhere.resolve("top"));
        });
    SecurityReport report = audit(process.handle(), new AuditOptions());
    assertThat(report.findings()).hasSize(1);
    assertThat(report.findings().get(0).path()).isEqualTo("top");
    assertThat(report.findings().get(0).code()).isEqualTo(ErrorCode.CHANGED_CONCURRENTLY);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 9, 10, 11})
  void looksAtNoMoreEntriesThanItMay(int most) {
    root.publish("a/b/c", "text");
    long all = audit(root.handle(), new AuditOptions()).entries();
    assertThat(all).isEqualTo(11);
    SecurityReport report = audit(root.handle(), new AuditOptions().setMaxEntries(most));
    assertThat(report.entries()).isEqualTo(most);
    assertThat(report.truncated()).isEqualTo(most < all);
    assertThat(report.clean()).isEqualTo(most >= all);
  }

  @Test
  void looksNoDeeperThanItMay() throws Exception {
    root.publish("a/b/wide", "text");
    Disk.chmod(below("a/b/wide"), 0644);
    root.handle().ensureDirectory("a/b/empty");
    SecurityReport shallow = audit(root.handle(), new AuditOptions().setMaxDepth(2));
    assertThat(shallow.findings()).isEmpty();
    assertThat(shallow.truncated()).isTrue();
    SecurityReport deep = audit(root.handle(), new AuditOptions().setMaxDepth(4));
    assertThat(deep.findings()).hasSize(1);
    assertThat(deep.truncated()).as("the deepest directory is empty").isFalse();
    assertThat(audit(root.handle(), new AuditOptions().setMaxDepth(3)).truncated())
        .as("the engine's own directory is looked into, too")
        .isTrue();
  }

  @Test
  void collectsNoMoreFaultsThanItMay() throws Exception {
    for (int i = 0; i < 5; i++) {
      Disk.chmod(Disk.file(Files.createDirectories(root.path()).resolve("f" + i), ""), 0644);
    }
    Disk.chmod(root.path(), 0700);
    SecurityReport three = audit(root.handle(), new AuditOptions().setMaxFindings(3));
    assertThat(three.findings()).hasSize(3);
    assertThat(three.truncated()).isTrue();
    SecurityReport five = audit(root.handle(), new AuditOptions().setMaxFindings(5));
    assertThat(five.findings()).hasSize(5);
    assertThat(five.truncated()).isFalse();
  }

  @Test
  void tellsItsProgress() throws Exception {
    Disk.directory(root.path());
    for (int i = 0; i < 2_500; i++) {
      Disk.file(below("f" + i), "");
    }
    Disk.chmod(below("f0"), 0644);
    List<AuditProgress> told = new ArrayList<>();
    SecurityReport report = root.openReadOnly().verifyTree(new AuditOptions(), told::add);
    assertThat(told.stream().map(AuditProgress::entries)).containsExactly(1_000L, 2_000L);
    assertThat(report.entries()).isEqualTo(2_501);
    assertThat(report.findings().stream().map(SecurityFinding::path)).containsExactly("f0");
  }
}
