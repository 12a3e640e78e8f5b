package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationOutcome.State;
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
  void isNoNeighbour() {
    rootAt(temp.resolve("root2")).open();
    rootAt(temp.resolve("neighbour/root")).open();
    assertThat(temp.resolve("root2/.holdfast")).exists();
  }
}
