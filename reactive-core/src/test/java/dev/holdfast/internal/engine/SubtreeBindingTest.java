package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AuditOptions;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.ListOptions;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.RepairOptions;
import dev.holdfast.SecurityReport;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Skip;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A subtree {@code s/t} to which its path does not lead any more. */
class SubtreeBindingTest extends RootTestCase {
  private static final ByteSource TEXT = ByteSource.of("text".getBytes(UTF_8));

  private final ActingSys sys = new ActingSys(TestRoot.LINUX);
  private TestRoot bound;
  private StoreHandle subtree;
  private Path moved;
  private Path canary;

  /** What somebody does, to the directory or to the one above it. */
  private enum Change {
    MOVED_AWAY("s/t"),
    REPLACED_BY_A_LINK("s/t"),
    REPLACED_BY_A_LINK_TO_ITSELF("s/t"),
    REPLACED_BY_A_DIRECTORY("s/t"),
    REPLACED_BY_A_FILE("s/t"),
    REPLACED_BY_A_FIFO("s/t"),
    PARENT_MOVED_AWAY("s"),
    PARENT_REPLACED_BY_A_LINK_TO_ITSELF("s"),
    PARENT_REPLACED_BY_A_DIRECTORY("s");

    final String what;

    Change(String what) {
      this.what = what;
    }
  }

  @BeforeEach
  void open() throws Exception {
    bound = rootAt(root.path(), sys);
    bound.publish("s/t/old", "text");
    subtree = bound.subtree("s/t");
    moved = temp.resolve("moved");
    canary = Disk.directory(temp.resolve("canary"));
    Disk.file(canary.resolve("bird"), "alive");
    Disk.directory(canary.resolve("t"));
  }

  @AfterEach
  void canaryLives() {
    Path at = canary;
    for (String replaced : List.of("s/t", "s")) {
      if (!Disk.present(at) && Disk.present(below(replaced).resolve("bird"))) {
        at = below(replaced);
      }
    }
    assertThat(Disk.tree(at)).containsExactly("bird", "t");
  }

  private void make(Change change) throws Exception {
    Path at = below(change.what);
    Files.move(at, moved);
    switch (change) {
      case MOVED_AWAY, PARENT_MOVED_AWAY -> {}
      case REPLACED_BY_A_LINK -> Files.createSymbolicLink(at, canary);
      case REPLACED_BY_A_LINK_TO_ITSELF, PARENT_REPLACED_BY_A_LINK_TO_ITSELF ->
          Files.createSymbolicLink(at, moved);
      case REPLACED_BY_A_DIRECTORY, PARENT_REPLACED_BY_A_DIRECTORY -> Files.move(canary, at);
      case REPLACED_BY_A_FILE -> Disk.file(at, "file");
      case REPLACED_BY_A_FIFO -> assertThat(Disk.run("mkfifo", at.toString())).isTrue();
    }
  }

  private Path movedSubtree(Change change) {
    return change.what.equals("s") ? moved.resolve("t") : moved;
  }

  private static void assertMoved(ThrowingCallable operation) {
    assertThat(Failures.request(ErrorCode.ROOT_BINDING_CHANGED, operation))
        .hasMessageContaining("the subtree's directory")
        .hasMessageContaining("'s/t'");
  }

  private static void assertNotCommitted(ThrowingCallable operation) {
    MutationException failure =
        Failures.change(ErrorCode.ROOT_BINDING_CHANGED, State.NOT_COMMITTED, operation);
    assertThat(failure).hasMessageContaining("the subtree's directory");
    assertThat(failure.mutation().residue()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void isNotChanged(Change change) throws Exception {
    Expectation old = Expectation.identity(subtree.identify("old"));
    WriteOptions options = new WriteOptions();
    make(change);
    assertNotCommitted(() -> subtree.publish("new", TEXT, options));
    assertNotCommitted(() -> subtree.publish("a/b/new", TEXT, options));
    assertNotCommitted(() -> subtree.ensureDirectory("a"));
    assertNotCommitted(() -> subtree.replace("old", TEXT, options));
    assertNotCommitted(() -> subtree.compareAndReplace("old", old, TEXT, options));
    assertNotCommitted(() -> subtree.append("old", List.of(TEXT), null, new AppendOptions()));
    assertNotCommitted(() -> subtree.move("old", "new", old, options));
    assertNotCommitted(() -> subtree.detach("old", old, options));
    assertNotCommitted(() -> subtree.remove("old", options));
    assertThat(Disk.tree(movedSubtree(change))).containsExactly("old");
    assertThat(movedSubtree(change).resolve("old")).hasContent("text");
    assertThat(StoreTree.staged(root.path())).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void isNotLookedAt(Change change) throws Exception {
    make(change);
    assertMoved(() -> subtree.read("old"));
    assertMoved(() -> subtree.readPrefix("old", 1));
    assertMoved(() -> subtree.openStream("old", 0, 1));
    assertMoved(() -> subtree.identify("old"));
    assertMoved(() -> subtree.exists("old"));
    assertMoved(() -> subtree.list("", new ListOptions()));
    assertMoved(() -> subtree.history("old"));
    assertMoved(() -> subtree.detached());
    assertMoved(() -> subtree.sweep());
    assertMoved(() -> subtree.assertBound());
    assertMoved(() -> subtree.verifyRootSecurity());
    assertMoved(() -> subtree.verifyTree(new AuditOptions(), progress -> {}));
    assertMoved(() -> subtree.repair(new SecurityReport(List.of(), 0, false), new RepairOptions()));
    assertMoved(() -> subtree.subtree("a"));
  }

  @ParameterizedTest
  @EnumSource
  void isToldIfItHappensRightBeforeTheFileIsLinked(Change change) throws Exception {
    sys.before("link", 1, () -> make(change));
    committedElsewhere(change);
  }

  @ParameterizedTest
  @EnumSource
  void isToldIfItHappensRightAfterTheFileIsLinked(Change change) throws Exception {
    sys.after("link", 1, () -> make(change));
    committedElsewhere(change);
  }

  private void committedElsewhere(Change change) {
    Failures.change(
        ErrorCode.ROOT_BINDING_CHANGED,
        State.COMMITTED,
        () -> subtree.publish("new", TEXT, new WriteOptions()));
    assertThat(movedSubtree(change).resolve("new")).hasContent("text");
  }

  /** Whatever is at its path then: what it is opened on is where directories are made. */
  @ParameterizedTest
  @EnumSource
  void isToldIfItHappensWhileADirectoryIsMade(Change change) throws Exception {
    sys.before("mkdir", 1, () -> make(change));
    MutationException failure = Failures.change(() -> subtree.ensureDirectory("a/b"));
    assertThat(failure.code())
        .as("that it lasts, there or here")
        .isEqualTo(ErrorCode.DURABILITY_NOT_PROVABLE);
    assertThat(failure.mutation().state()).isEqualTo(State.COMMITTED);
    assertThat(movedSubtree(change).resolve("a/b")).isDirectory();
  }

  @ParameterizedTest
  @EnumSource
  void isLeftAloneIfItHappensRightBeforeTheSection(Change change) throws Exception {
    sys.before("ofdTryLock", 1, () -> make(change));
    Failures.notCommitted(
        ErrorCode.ROOT_BINDING_CHANGED, () -> subtree.publish("new", TEXT, new WriteOptions()));
    assertThat(Disk.tree(movedSubtree(change))).containsExactly("old");
  }

  @ParameterizedTest
  @EnumSource
  void isNotOpenedIfItHappensMeanwhile(Change change) throws Exception {
    Failures.request(
        ErrorCode.ROOT_BINDING_CHANGED,
        () -> {
          sys.before("aclQuery", 1, () -> make(change));
          bound.subtree("s/t");
        });
    assertThat(Held.besidesLocks(movedSubtree(change))).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"MOVED_AWAY", "PARENT_MOVED_AWAY"})
  void isBoundAgainWhenItIsMovedBack(Change change) throws Exception {
    make(change);
    assertNotCommitted(() -> subtree.publish("new", TEXT, new WriteOptions()));
    Files.move(moved, below(change.what));
    subtree.publish("new", TEXT, new WriteOptions());
    assertThat(below("s/t/new")).hasContent("text");
  }

  /** The way leads to it, whatever the directories on it are. */
  @Test
  void isBoundThroughAnotherDirectoryOnTheWay() throws Exception {
    Files.move(below("s"), moved);
    Disk.directory(below("s"));
    assertNotCommitted(() -> subtree.publish("new", TEXT, new WriteOptions()));
    Files.move(moved.resolve("t"), below("s/t"));
    subtree.publish("new", TEXT, new WriteOptions());
    assertThat(below("s/t/new")).hasContent("text");
  }

  @Test
  void isNotTheOthersBusiness() throws Exception {
    StoreHandle sibling = bound.subtree("s");
    make(Change.REPLACED_BY_A_DIRECTORY);
    sibling.publish("new", TEXT, new WriteOptions());
    assertThat(sibling.exists("t/bird")).isTrue();
    assertThat(bound.read("s/t/bird")).isEqualTo("alive");
  }

  @Test
  void isToldApartFromTheRoots() throws Exception {
    Files.move(root.path(), moved);
    assertThat(Failures.request(ErrorCode.ROOT_BINDING_CHANGED, () -> subtree.exists("old")))
        .hasMessageContaining("the root's path")
        .hasMessageNotContaining("subtree's");
    Files.move(moved, root.path());
    assertThat(subtree.exists("old")).isTrue();
  }

  @Test
  void isLostWhenItIsDeleted() throws Exception {
    Files.delete(below("s/t/old"));
    Files.delete(below("s/t"));
    assertNotCommitted(() -> subtree.publish("new", TEXT, new WriteOptions()));
    Disk.directory(below("s/t"));
    assertNotCommitted(() -> subtree.publish("new", TEXT, new WriteOptions()));
    assertThat(Disk.tree(below("s/t"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"MOVED_AWAY", "PARENT_MOVED_AWAY"})
  void isLostUnderAMount(Change what) throws Exception {
    String path = below(what.what).toString();
    if (!Disk.isSuperuser() || !Disk.run("mount", "--bind", path, path)) {
      Skip.because("cannot mount here");
    }
    try {
      assertNotCommitted(() -> subtree.publish("new", TEXT, new WriteOptions()));
      assertMoved(() -> subtree.read("old"));
    } finally {
      assertThat(Disk.run("umount", path)).isTrue();
    }
    subtree.publish("new", TEXT, new WriteOptions());
  }

  /** Too few descriptors are no reason to call it moved. */
  @Test
  void isNotCalledMovedForWantOfDescriptors() {
    FaultySys faulty = new FaultySys(TestRoot.LINUX);
    TestRoot exhausted = rootAt(root.path(), faulty);
    StoreHandle handle = exhausted.subtree("s/t");
    faulty.arm(FaultySys.Fault.of("openDir", 0, Errno.EMFILE, FaultySys.How.WITHOUT_EFFECT));
    Failures.request(ErrorCode.NO_DESCRIPTORS, () -> handle.exists("old"));
  }

  static Stream<Named<String>> directories() {
    return Stream.of("s", "s/t").map(name -> Named.of(name, name));
  }

  /** Somebody swaps the directory for a link to the canary and back, as fast as it goes. */
  @ParameterizedTest
  @MethodSource("directories")
  void isNeverFollowedElsewhere(String swapped) throws Exception {
    Path at = below(swapped);
    Path aside = below("aside");
    Thread swapping =
        new Thread(
            () -> {
              while (!Thread.currentThread().isInterrupted()) {
                try {
                  Files.move(at, aside);
                  Files.createSymbolicLink(at, canary);
                  Files.delete(at);
                  Files.move(aside, at);
                  LockSupport.parkNanos(100_000); // or nothing would ever succeed
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              }
            });
    swapping.start();
    int acknowledged = 0;
    try {
      for (int i = 0; i < 800; i++) {
        try {
          subtree.publish("dir" + i % 7 + "/new" + i, TEXT, new WriteOptions());
          subtree.remove("dir" + i % 7 + "/new" + i, new WriteOptions());
          acknowledged++;
        } catch (MutationException e) {
          assertThat(e.code())
              .as(e.getMessage())
              .isIn(
                  ErrorCode.ROOT_BINDING_CHANGED,
                  ErrorCode.CHANGED_CONCURRENTLY,
                  ErrorCode.REPARSE_POINT);
        }
      }
    } finally {
      swapping.interrupt();
      swapping.join();
    }
    System.out.println(
        "swaps of " + swapped + ": " + acknowledged + " of 800 pairs of changes acknowledged");
    assertThat(Disk.tree(canary)).containsExactly("bird", "t");
    assertThat(subtree.exists("old")).isTrue();
  }
}
