package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A root inside another one would let two stores disagree about one file. */
class NestedRootTest extends RootTestCase {

  @BeforeEach
  void openOuter() {
    root.open();
  }

  private void refused(Path path) throws Exception {
    Failures.request(ErrorCode.NESTED_ROOT, () -> rootAt(path).open());
    assertThat(path.resolve(".holdfast")).doesNotExist();
  }

  @Test
  void isRefusedDirectlyBelow() throws Exception {
    refused(below("inner"));
  }

  @Test
  void isRefusedSeveralLevelsDown() throws Exception {
    refused(below("a/b/c/d/inner"));
  }

  @Test
  void isRefusedThroughALinkAboveIt() throws Exception {
    root.handle().ensureDirectory("a/b");
    Files.createSymbolicLink(temp.resolve("link"), below("a"));
    refused(temp.resolve("link/b"));
    refused(temp.resolve("link/b/c"));
  }

  @Test
  void isRefusedForReadingToo() {
    root.handle().ensureDirectory("a");
    Failures.request(ErrorCode.NESTED_ROOT, () -> rootAt(below("a")).openReadOnly());
  }

  @Test
  void isRefusedInTheStoresOwnDirectory() {
    Failures.request(ErrorCode.NESTED_ROOT, () -> rootAt(below(".holdfast")).open());
  }

  @Test
  void isNotEnteredByMakingADirectoryInIt() throws Exception {
    Path inner = Disk.directory(below("inner"));
    Disk.directory(inner.resolve(".holdfast"));
    Failures.change(
        ErrorCode.NESTED_ROOT,
        State.NOT_COMMITTED,
        () -> root.handle().ensureDirectory("inner/new"));
    Failures.change(
        ErrorCode.NESTED_ROOT, State.NOT_COMMITTED, () -> root.handle().ensureDirectory("inner"));
    Failures.change(
        ErrorCode.NESTED_ROOT, State.NOT_COMMITTED, () -> root.publish("inner/new/file", "text"));
    assertThat(Disk.tree(inner)).containsExactly(".holdfast");
  }

  @Test
  void isNotEnteredByAChangeInIt() throws Exception {
    Path inner = Disk.directory(below("inner"));
    Disk.directory(inner.resolve(".holdfast"));
    ByteSource content = ByteSource.of(new byte[1]);
    WriteOptions options = new WriteOptions();
    Failures.notCommitted(ErrorCode.NESTED_ROOT, () -> root.publish("inner/file", "text"));
    Failures.notCommitted(
        ErrorCode.NESTED_ROOT, () -> root.handle().replace("inner/file", content, options));
    assertThat(Disk.tree(inner)).containsExactly(".holdfast");
  }

  @Test
  void isNotEnteredAfterAnInterruption() throws Exception {
    Path inner = Disk.directory(below("inner"));
    Disk.directory(inner.resolve(".holdfast"));
    FaultySys sys = new FaultySys(TestRoot.LINUX);
    TestRoot process = rootAt(root.path(), sys);
    process.open();
    sys.arm(FaultySys.Fault.of("mkdir", 0, Errno.EINTR, FaultySys.How.WITHOUT_EFFECT));
    Failures.notCommitted(ErrorCode.NESTED_ROOT, () -> process.handle().ensureDirectory("inner"));
    assertThat(Disk.tree(inner)).containsExactly(".holdfast");
  }

  @Test
  void isRefusedBelowABindMountInTheOuterRoot() throws Exception {
    root.handle().ensureDirectory("a/b");
    root.handle().ensureDirectory("a/inner");
    String point = below("a/b").toString();
    if (!Disk.isSuperuser() || !Disk.run("mount", "--bind", below("a").toString(), point)) {
      Skip.because("cannot mount here");
    }
    try {
      Failures.request(ErrorCode.NESTED_ROOT, () -> rootAt(below("a/b/inner")).open());
    } finally {
      assertThat(Disk.run("umount", point)).isTrue();
    }
  }

  @Test
  void isNoNameAlone() throws Exception {
    Disk.file(temp.resolve(".holdfast"), "somebody's settings");
    root.close();
    root.open();
    Files.delete(temp.resolve(".holdfast"));
    Disk.directory(temp.resolve(".holdfast"));
    root.close();
    root.open();
  }

  @Test
  void isNoNeighbour() {
    rootAt(temp.resolve("root2")).open();
    rootAt(temp.resolve("neighbour/root")).open();
    assertThat(temp.resolve("root2/.holdfast")).exists();
  }
}
