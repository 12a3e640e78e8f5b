package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.RepairOptions;
import dev.holdfast.RepairReport;
import dev.holdfast.RepairResult;
import dev.holdfast.SecurityEnvelope;
import dev.holdfast.SecurityPolicy;
import dev.holdfast.StoreException;
import dev.holdfast.internal.engine.FaultySys.Fault;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A kernel, a server or a security module that refuses to set modes, or to show or remove ACLs: at
 * every such call of everything that makes objects owner-only, which all have something to do here.
 */
class DeniedSecurityTest {
  private static final List<String> CALLS = List.of("chmod", "aclQuery", "aclClear");

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  private int cases;

  /** What makes objects owner-only. */
  private enum Work {
    /** Below a parent that hands down an ACL. */
    OPEN_NEW,
    APPLY,
    REPAIR_ON_OPEN,
    PUBLISH,
    REPLACE,
    APPEND,
    ENSURE_DIRECTORY,
    REPAIR,
    APPLY_ONE;

    private boolean opens() {
      return this == OPEN_NEW || this == APPLY || this == REPAIR_ON_OPEN;
    }
  }

  @BeforeEach
  void handDownAcls() throws Exception {
    Acls.grantOtherByDefault(temp);
  }

  @ParameterizedTest
  @EnumSource(Work.class)
  void isToldAsWhatItIs(Work work) throws Exception {
    for (String call : CALLS) {
      for (Errno errno : List.of(Errno.EPERM, Errno.EACCES)) {
        int index = 0;
        while (isReached(work, call, errno, index)) {
          index++;
        }
        if (call.equals("aclQuery") || work == Work.APPLY_ONE) {
          assertThat(index).as("%s of %s", call, work).isPositive();
        }
      }
    }
  }

  /** Whether there was such a call, which then failed, and was told. */
  private boolean isReached(Work work, String call, Errno errno, int index) throws Exception {
    Path directory = Files.createDirectory(temp.resolve("case" + cases++));
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    Fault fault = Fault.of(call, index, errno, How.FOR_GOOD);
    try (TestRoot root = TestRoot.at(directory.resolve("root"), sys)) {
      prepare(work, root, directory);
      sys.arm(fault);
      Throwable thrown = catchThrowable(() -> perform(work, root, call));
      boolean reached = !sys.failed().isEmpty();
      sys.arm();
      if (!reached) {
        assertThat(thrown).as(call + " " + index).isNull();
      } else if (thrown instanceof StoreException failure) {
        ErrorCode denied = denied(call);
        assertThat(failure.code()).as(failure.getMessage()).isEqualTo(denied);
        assertThat(failure).hasMessageContaining(denied.remedy());
        if (failure instanceof MutationException change) {
          assertThat(change.mutation().provenNotCommitted()).as(failure.getMessage()).isTrue();
        }
      } else {
        assertThat(thrown).as(work + " did what it was denied: " + fault).isNotNull();
      }
      return reached;
    }
  }

  private static ErrorCode denied(String call) {
    return call.equals("chmod") ? ErrorCode.PERMISSION_DENIED : ErrorCode.ACL_DENIED;
  }

  /** What is made in the directory of a case is born with ACLs; what the store makes loses them. */
  private void prepare(Work work, TestRoot root, Path directory) throws Exception {
    if (work == Work.OPEN_NEW) {
      return;
    }
    root.publish("dir/file", "text");
    Path dir = root.path().resolve("dir");
    Files.move(
        Disk.chmod(Files.writeString(directory.resolve("f"), "x"), 0644), dir.resolve("wide"));
    if (work.opens()) {
      root.close();
      remake(root.path(), 0755);
      remake(root.path().resolve(".holdfast/staging"), 0755);
    } else {
      remake(dir, 0700);
    }
  }

  /** Puts what is in a directory into one that was born with ACLs. */
  private void remake(Path directory, int mode) throws Exception {
    Path born = Files.createDirectory(caseOf(directory).resolve("born"));
    Path old = directory.resolveSibling("old");
    Files.move(directory, old);
    Files.move(born, directory);
    try (DirectoryStream<Path> all = Files.newDirectoryStream(old)) {
      for (Path each : all) {
        Files.move(each, directory.resolve(each.getFileName()));
      }
    }
    Files.delete(old);
    Disk.chmod(directory, mode);
  }

  private Path caseOf(Path object) {
    return temp.resolve(temp.relativize(object).getName(0));
  }

  private static void perform(Work work, TestRoot root, String call) {
    switch (work) {
      case OPEN_NEW -> root.open();
      case APPLY -> root.open(SecurityPolicy.APPLY);
      case REPAIR_ON_OPEN -> root.open(SecurityPolicy.REPAIR_ON_OPEN);
      case PUBLISH -> root.publish("dir/new/file", "text");
      case REPLACE -> root.replace("dir/file", "other");
      case APPEND -> root.append("dir/log", "line\n");
      case ENSURE_DIRECTORY -> root.handle().ensureDirectory("dir/a/b");
      case REPAIR -> repair(root, call);
      case APPLY_ONE -> applyOne(root, call);
    }
  }

  /** Tells it by its report, which is made an exception here. */
  private static void repair(TestRoot root, String call) {
    RepairReport report =
        root.handle()
            .repair(
                root.handle().verifyTree(new AuditOptions(), progress -> {}), new RepairOptions());
    for (RepairResult result : report.results()) {
      if (result.code() != null) {
        assertThat(result.code()).isEqualTo(denied(call));
        throw new AssertionError("told");
      }
    }
  }

  private static void applyOne(TestRoot root, String call) {
    SecurityEnvelope told = root.handle().applySecurity("dir/wide", SecurityEnvelope.Kind.FILE);
    if (told instanceof SecurityEnvelope.Failure failure) {
      assertThat(failure.code()).isEqualTo(denied(call));
      throw new AssertionError("told");
    }
  }
}
