package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.RepairResult;
import dev.holdfast.RepairResult.Action;
import dev.holdfast.SecurityFinding;
import dev.holdfast.SecurityReport;
import dev.holdfast.StoreException;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects that are swapped between an audit and a repair, or in the middle of one. */
class AuditSwapTest extends RootTestCase {
  private Path outside;
  private Path canary;
  private int round;

  /** What somebody puts in the place of a file, or of the directory it is in. */
  private enum Swap {
    SYMLINK,
    ANOTHER_FILE,
    HARD_LINK,
    DIRECTORY,
    FIFO,
    NOTHING,
    PARENT_BY_SYMLINK,
    PARENT_BY_DIRECTORY,
    ROOT_BY_SYMLINK
  }

  /** As wide as what a repair would narrow. */
  @BeforeEach
  void plantCanary() throws Exception {
    outside = Disk.directory(temp.resolve("outside"));
    canary = Files.createDirectory(outside.resolve("canary"));
    Disk.chmod(canary, 0755);
    Disk.chmod(Disk.file(canary.resolve("file"), "bird"), 0644);
    Acls.grantOther(canary.resolve("file"));
    Disk.chmod(canary.resolve("file"), 0644);
  }

  private Map<String, String> canary() throws Exception {
    Map<String, String> state = new TreeMap<>();
    for (Path path : new Path[] {canary, canary.resolve("file")}) {
      // a hard link changes the time and the number of names
      state.put(
          path.toString(),
          Planted.state(path).replaceAll("ctime=[^,}]*", "").replaceAll("nlink=[^,}]*", ""));
    }
    state.put("content", Files.readString(canary.resolve("file")));
    state.put("acl", Boolean.toString(Acls.fileHasNone(canary.resolve("file"))));
    return state;
  }

  private TestRoot fresh(Sys sys) throws Exception {
    TestRoot process = rootAt(temp.resolve("root" + round++), sys);
    process.publish("dir/file", "text");
    Disk.chmod(process.path().resolve("dir/file"), 0644);
    return process;
  }

  private void make(Swap swap, Path root) throws Exception {
    Path away = outside.resolve("away" + round);
    Path file = root.resolve("dir/file");
    switch (swap) {
      case PARENT_BY_SYMLINK -> {
        Files.move(root.resolve("dir"), away);
        Files.createSymbolicLink(root.resolve("dir"), canary);
      }
      case PARENT_BY_DIRECTORY -> {
        Files.move(root.resolve("dir"), away);
        Disk.directory(root.resolve("dir"));
        Files.createSymbolicLink(file, canary.resolve("file"));
      }
      case ROOT_BY_SYMLINK -> {
        Files.move(root, away);
        Files.createSymbolicLink(root, outside);
      }
      default -> {
        Files.move(file, away);
        replace(swap, file);
      }
    }
  }

  private void replace(Swap swap, Path file) throws Exception {
    switch (swap) {
      case SYMLINK -> Files.createSymbolicLink(file, canary.resolve("file"));
      case ANOTHER_FILE -> Disk.chmod(Disk.file(file, "another"), 0644);
      case HARD_LINK -> Files.createLink(file, canary.resolve("file"));
      case DIRECTORY -> Disk.chmod(Files.createDirectory(file), 0755);
      case FIFO -> assertThat(Disk.run("mkfifo", "-m", "644", file.toString())).isTrue();
      default -> {}
    }
  }

  @ParameterizedTest
  @EnumSource
  void isNotRepaired(Swap swap) throws Exception {
    TestRoot process = fresh(TestRoot.LINUX);
    SecurityReport report = process.handle().verifyTree(new AuditOptions(), progress -> {});
    assertThat(report.findings()).hasSize(1);
    make(swap, process.path());
    Map<String, String> before = canary();
    Path file = process.path().resolve("dir/file");
    String swapped = Disk.present(file) ? Planted.state(file) : "";
    if (swap == Swap.ROOT_BY_SYMLINK) {
      Failures.request(
          ErrorCode.ROOT_BINDING_CHANGED,
          () -> process.handle().repair(report, new RepairOptions()));
    } else {
      RepairReport repaired = process.handle().repair(report, new RepairOptions());
      RepairResult result = repaired.results().get(0);
      assertThat(result.action()).isEqualTo(Action.REFUSED);
      assertThat(result.code())
          .isEqualTo(
              switch (swap) {
                case SYMLINK, PARENT_BY_SYMLINK, PARENT_BY_DIRECTORY -> ErrorCode.REPARSE_POINT;
                case NOTHING -> ErrorCode.NOT_FOUND;
                default -> ErrorCode.IDENTITY_MISMATCH;
              });
    }
    assertThat(canary()).isEqualTo(before);
    assertThat(Disk.present(file) ? Planted.state(file) : "").isEqualTo(swapped);
  }

  @Test
  void isNotRepairedAtAnyMoment() throws Exception {
    int cases = 0;
    Map<String, String> before = canary();
    for (Swap swap : Swap.values()) {
      for (int call = 0; ; call++) {
        SwappingSys sys = new SwappingSys(TestRoot.LINUX);
        TestRoot process = fresh(sys);
        SecurityReport report = process.handle().verifyTree(new AuditOptions(), progress -> {});
        sys.before(call, () -> make(swap, process.path()));
        try {
          process.handle().repair(report, new RepairOptions());
        } catch (StoreException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.ROOT_BINDING_CHANGED);
        }
        Path file = process.path().resolve("dir/file");
        if (swap == Swap.ANOTHER_FILE && call < sys.calls()) {
          assertThat(Disk.mode(file)).as("before call " + call).isEqualTo(0644);
        }
        assertThat(canary()).as(swap + " before call " + call).isEqualTo(before);
        cases++;
        process.close();
        if (call >= sys.calls()) {
          break; // nothing was swapped any more
        }
      }
    }
    System.out.println("swaps in the middle of a repair: " + cases + " cases");
  }

  @Test
  void isNotFollowedByAnAuditAtAnyMoment() throws Exception {
    int cases = 0;
    Map<String, String> before = canary();
    for (Swap swap : Swap.values()) {
      for (int call = 0; ; call++) {
        SwappingSys sys = new SwappingSys(TestRoot.LINUX);
        TestRoot process = fresh(sys);
        process.open();
        sys.before(call, () -> make(swap, process.path()));
        try {
          SecurityReport report = process.handle().verifyTree(new AuditOptions(), progress -> {});
          assertThat(swap != Swap.HARD_LINK && isIn(report, canary.resolve("file")))
              .as(swap + " before call " + call + ": " + report)
              .isFalse();
          assertThat(isIn(report, canary)).as(swap + " before call " + call).isFalse();
        } catch (StoreException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.ROOT_BINDING_CHANGED);
        }
        assertThat(canary()).isEqualTo(before);
        cases++;
        process.close();
        if (call >= sys.calls()) {
          break;
        }
      }
    }
    System.out.println("swaps in the middle of an audit: " + cases + " cases");
  }

  /** Whether a fault of an object is told; both have some. */
  private static boolean isIn(SecurityReport report, Path object) throws Exception {
    long ino = ((Number) Files.getAttribute(object, "unix:ino")).longValue();
    return report.findings().stream()
        .map(SecurityFinding::object)
        .anyMatch(found -> found != null && found.ino() == ino);
  }
}
