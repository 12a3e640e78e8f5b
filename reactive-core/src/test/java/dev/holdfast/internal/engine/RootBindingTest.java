package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A root whose path means something else than when it was opened. */
class RootBindingTest extends RootTestCase {
  private final ActingSys sys = new ActingSys(TestRoot.LINUX);
  private TestRoot bound;
  private Path moved;
  private Path canary;

  /** What somebody does to the root. */
  private enum Change {
    MOVED_AWAY,
    REPLACED_BY_A_LINK,
    REPLACED_BY_A_DIRECTORY,
    REPLACED_BY_A_FILE
  }

  @BeforeEach
  void open() throws Exception {
    bound = rootAt(root.path(), sys);
    bound.publish("old", "text");
    moved = temp.resolve("moved");
    canary = Disk.directory(temp.resolve("canary"));
    Disk.file(canary.resolve("bird"), "alive");
  }

  @AfterEach
  void canaryLives() {
    assertThat(Disk.tree(Disk.present(canary) ? canary : root.path())).containsExactly("bird");
  }

  private void make(Change change) throws Exception {
    Files.move(root.path(), moved);
    switch (change) {
      case MOVED_AWAY -> {}
      case REPLACED_BY_A_LINK -> Files.createSymbolicLink(root.path(), canary);
      case REPLACED_BY_A_DIRECTORY -> Files.move(canary, root.path());
      case REPLACED_BY_A_FILE -> Disk.file(root.path(), "file");
    }
  }

  @ParameterizedTest
  @EnumSource
  void isNotWrittenTo(Change change) throws Exception {
    make(change);
    Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("new", "text"));
    Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("a/b/new", "text"));
    Failures.notCommitted(
        ErrorCode.ROOT_BINDING_CHANGED, () -> bound.handle().ensureDirectory("a"));
    Failures.notCommitted(
        ErrorCode.ROOT_BINDING_CHANGED,
        () -> bound.handle().replace("old", ByteSource.of(new byte[] {1}), new WriteOptions()));
    Failures.notCommitted(
        ErrorCode.ROOT_BINDING_CHANGED, () -> bound.handle().remove("old", new WriteOptions()));
    assertThat(StoreTree.users(moved)).containsExactly("old");
    assertThat(moved.resolve("old")).hasContent("text");
    assertThat(StoreTree.own(moved)).isEqualTo(StoreTree.OPEN);
  }

  @ParameterizedTest
  @EnumSource
  void isNotReadFrom(Change change) throws Exception {
    make(change);
    StoreHandle handle = bound.handle();
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> handle.read("old"));
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> handle.readPrefix("old", 1));
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> handle.identify("old"));
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> handle.exists("old"));
  }

  @ParameterizedTest
  @EnumSource
  void isNotListed(Change change) throws Exception {
    make(change);
    Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.list(""));
  }

  @ParameterizedTest
  @EnumSource
  void isToldIfItChangesRightBeforeTheFileIsLinked(Change change) throws Exception {
    sys.before("link", 1, () -> make(change));
    committedElsewhere();
  }

  @ParameterizedTest
  @EnumSource
  void isToldIfItChangesRightAfterTheFileIsLinked(Change change) throws Exception {
    sys.after("link", 1, () -> make(change));
    committedElsewhere();
  }

  private void committedElsewhere() {
    MutationException failure =
        Failures.change(
            ErrorCode.ROOT_BINDING_CHANGED, State.COMMITTED, () -> bound.publish("new", "text"));
    assertThat(failure.mutation().reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
    assertThat(moved.resolve("new")).hasContent("text");
  }

  @ParameterizedTest
  @EnumSource
  void isToldIfItChangesWhileADirectoryIsMade(Change change) throws Exception {
    sys.after("mkdir", 1, () -> make(change));
    MutationException failure =
        Failures.change(
            ErrorCode.ROOT_BINDING_CHANGED,
            State.COMMITTED,
            () -> bound.handle().ensureDirectory("dir"));
    assertThat(failure.mutation().reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
    assertThat(moved.resolve("dir")).isDirectory();
  }

  @Test
  void isBoundAgainWhenItIsMovedBack() throws Exception {
    make(Change.MOVED_AWAY);
    Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("new", "text"));
    Files.move(moved, root.path());
    bound.publish("new", "text");
    assertThat(bound.read("new")).isEqualTo("text");
  }

  @Test
  void isLostWhenItIsDeleted() throws Exception {
    assertThat(Disk.run("rm", "-r", root.path().toString())).isTrue();
    Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("new", "text"));
    Disk.directory(root.path());
    Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("new", "text"));
    assertThat(Disk.tree(root.path())).isEmpty();
  }

  @Test
  void isLostUnderAMount() throws Exception {
    if (!Disk.isSuperuser()
        || !Disk.run("mount", "-t", "tmpfs", "-o", "mode=0700", "none", root.path().toString())) {
      Skip.because("cannot mount here");
    }
    try {
      Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("new", "text"));
      assertThat(Disk.tree(root.path())).isEmpty();
    } finally {
      assertThat(Disk.run("umount", root.path().toString())).isTrue();
    }
    bound.publish("new", "text");
  }

  @Test
  void isLostUnderAMountOfItself() throws Exception {
    String path = root.path().toString();
    if (!Disk.isSuperuser() || !Disk.run("mount", "--bind", path, path)) {
      Skip.because("cannot mount here");
    }
    try {
      Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> bound.publish("new", "text"));
    } finally {
      assertThat(Disk.run("umount", path)).isTrue();
    }
  }

  @Test
  void isNotLostWhenALinkAboveItMovesToTheSamePlace() throws Exception {
    Files.createSymbolicLink(temp.resolve("link"), temp);
    TestRoot linked = rootAt(temp.resolve("link/root"));
    linked.open();
    Files.delete(temp.resolve("link"));
    Failures.notCommitted(ErrorCode.ROOT_BINDING_CHANGED, () -> linked.publish("new", "text"));
    Files.createSymbolicLink(temp.resolve("link"), Path.of("."));
    linked.publish("new", "text");
  }
}
