package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Reason;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Publishing never replaces. */
class PublishConflictTest extends RootTestCase {

  @BeforeEach
  void open() {
    root.open();
  }

  private void conflicts() {
    MutationOutcome outcome =
        Failures.notCommitted(ErrorCode.DESTINATION_CONFLICT, () -> root.publish("name", "new"));
    assertThat(outcome.reason()).isEqualTo(Reason.DESTINATION_EXISTS);
    assertThat(outcome.phase()).isEqualTo(Phase.COMMIT);
    assertThat(outcome.errno()).isEqualTo(17);
    assertThat(outcome.residue()).isEmpty();
  }

  @Test
  void withAFile() throws Exception {
    Disk.file(below("name"), "old");
    conflicts();
    assertThat(below("name")).hasContent("old");
  }

  @Test
  void withAnEarlierPublish() {
    root.publish("name", "old");
    conflicts();
    assertThat(root.read("name")).isEqualTo("old");
  }

  @Test
  void withADirectory() throws Exception {
    Disk.directory(below("name"));
    conflicts();
    assertThat(Disk.tree(below("name"))).isEmpty();
  }

  @Test
  void withALink() throws Exception {
    Disk.file(below("target"), "old");
    Files.createSymbolicLink(below("name"), below("target"));
    conflicts();
    assertThat(below("target")).hasContent("old");
    assertThat(Files.readSymbolicLink(below("name"))).isEqualTo(below("target"));
  }

  @Test
  void withADanglingLink() throws Exception {
    Files.createSymbolicLink(below("name"), below("target"));
    conflicts();
    assertThat(below("target")).doesNotExist();
  }

  @Test
  void withAFileThatAppearsInTheLastMoment() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot late = rootAt(root.path(), sys);
    late.open();
    sys.before("link", 1, () -> Disk.file(below("name"), "theirs"));
    Failures.notCommitted(ErrorCode.DESTINATION_CONFLICT, () -> late.publish("name", "ours"));
    assertThat(below("name")).hasContent("theirs");
  }

  @Test
  void leavesNothingOpenAndNothingBehind() throws Exception {
    root.publish("name", "old");
    for (int i = 0; i < 20; i++) {
      conflicts();
    }
    Held.byOneWriter(root.path());
    assertThat(StoreTree.users(root.path())).containsExactly("name");
    assertThat(StoreTree.own(root.path())).isEqualTo(StoreTree.OPEN);
  }

  @Test
  void isNotClaimedForAFileRemovedAtOnce() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot unlucky = rootAt(root.path(), sys);
    unlucky.open();
    sys.after("link", 1, () -> Files.delete(below("name")));
    Failures.change(
        ErrorCode.IDENTITY_MISMATCH, State.COMMITTED, () -> unlucky.publish("name", "text"));
  }

  @Test
  void isNotClaimedForAFileReplacedAtOnce() throws Exception {
    ActingSys sys = new ActingSys(TestRoot.LINUX);
    TestRoot unlucky = rootAt(root.path(), sys);
    unlucky.open();
    sys.after(
        "link",
        1,
        () -> {
          Files.delete(below("name"));
          Disk.file(below("name"), "mine");
        });
    var failure =
        Failures.change(
            ErrorCode.IDENTITY_MISMATCH, State.COMMITTED, () -> unlucky.publish("name", "text"));
    assertThat(failure.mutation().reason()).isEqualTo(Reason.IDENTITY_VIOLATION);
    assertThat(below("name")).hasContent("mine");
  }

  @RepeatedTest(3)
  void hasOneWinnerAmongMany() throws Exception {
    int writers = 8;
    CyclicBarrier start = new CyclicBarrier(writers);
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    List<String> winners = new ArrayList<>();
    try {
      List<Future<String>> attempts = new ArrayList<>();
      for (int i = 0; i < writers; i++) {
        String content = "writer " + i;
        StoreHandle handle = (i % 2 == 0 ? root : rootAt(root.path())).handle();
        attempts.add(
            threads.submit(
                () -> {
                  start.await();
                  handle.publish(
                      "fresh/name", ByteSource.of(content.getBytes(UTF_8)), new WriteOptions());
                  return content;
                }));
      }
      for (Future<String> attempt : attempts) {
        try {
          winners.add(attempt.get());
        } catch (ExecutionException e) {
          MutationException failure = (MutationException) e.getCause();
          assertThat(failure.code()).isEqualTo(ErrorCode.DESTINATION_CONFLICT);
          assertThat(failure.mutation().provenNotCommitted()).isTrue();
          assertThat(failure.mutation().residue()).isSubsetOf("fresh");
        }
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(winners).hasSize(1);
    assertThat(root.read("fresh/name")).isEqualTo(winners.get(0));
  }
}
