package dev.holdfast.internal.engine.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.commit.CommitLocks.Section;
import dev.holdfast.internal.engine.commit.CommitLocks.Topology;
import dev.holdfast.internal.engine.outcome.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commit sections exclude each other, in one process and in several. */
class CommitLocksTest {
  private static final CommitKey ONE = new CommitKey(1);
  private static final CommitKey TWO = new CommitKey(2);

  @TempDir Path root;

  @BeforeEach
  void layOut() throws IOException {
    Files.createDirectory(root.resolve(".holdfast"));
    Files.createFile(root.resolve(".holdfast/commit.lock"));
    Files.writeString(root.resolve("counter"), "0");
  }

  // ---- in one process ----

  @Test
  void sectionsOfOneNameExcludeEachOtherAndOthersDoNot() throws Exception {
    try (CommitLocks locks = CommitLockProcess.impatient(root);
        CommitLocks others = CommitLockProcess.impatient(root)) {
      Section section = locks.enter(List.of(ONE), Topology.STABLE);
      assertBusy(locks, ONE, Topology.STABLE);
      assertBusy(others, ONE, Topology.STABLE);
      locks.enter(List.of(TWO), Topology.STABLE).close();
      others.enter(List.of(TWO), Topology.STABLE).close();
      section.close();
      others.enter(List.of(ONE), Topology.STABLE).close();
    }
  }

  @Test
  void movingDirectoriesExcludesEveryOtherSection() throws Exception {
    try (CommitLocks locks = CommitLockProcess.impatient(root)) {
      Section moving = locks.enter(List.of(), Topology.CHANGING);
      assertBusy(locks, TWO, Topology.STABLE);
      moving.close();
      Section stable = locks.enter(List.of(ONE), Topology.STABLE);
      assertBusy(locks, TWO, Topology.CHANGING);
      stable.close();
      locks.enter(List.of(TWO), Topology.CHANGING).close();
    }
  }

  @Test
  void looksShareANameThatACommitExcludes() throws Exception {
    try (CommitLocks locks = CommitLockProcess.impatient(root)) {
      Section look = locks.enterToLook(ONE);
      Section otherLook = locks.enterToLook(ONE);
      assertBusy(locks, ONE, Topology.STABLE);
      look.close();
      otherLook.close();
      locks.enter(List.of(ONE), Topology.STABLE).close();
    }
  }

  @Test
  void aSectionThatWasClosedTwiceWasClosedOnce() throws Exception {
    try (CommitLocks locks = CommitLockProcess.impatient(root)) {
      Section first = locks.enter(List.of(ONE), Topology.STABLE);
      first.close();
      first.close();
      Section second = locks.enter(List.of(ONE), Topology.STABLE);
      assertBusy(locks, ONE, Topology.STABLE); // the second did not get a shared description
      second.close();
    }
  }

  @Test
  void aLockFileThatIsGoneMeansThatTheRootIsNotWhatItWas() throws Exception {
    try (CommitLocks locks = CommitLockProcess.impatient(root)) {
      locks.enter(List.of(ONE), Topology.STABLE).close();
      Files.delete(root.resolve(".holdfast/commit.lock"));
      assertThatThrownBy(() -> locks.enter(List.of(ONE), Topology.STABLE))
          .isInstanceOfSatisfying(
              Problem.class,
              problem -> assertThat(problem.code()).isEqualTo(ErrorCode.ROOT_BINDING_CHANGED));
    }
  }

  @Test
  void aLockFileThatWasSwappedIsTheOneThatCounts() throws Exception {
    try (CommitLocks early = CommitLockProcess.impatient(root)) {
      early.enter(List.of(ONE), Topology.STABLE).close(); // keeps a description of the old file
      Files.move(root.resolve(".holdfast/commit.lock"), root.resolve("old"));
      Files.createFile(root.resolve(".holdfast/commit.lock"));
      try (CommitLocks late = CommitLockProcess.impatient(root)) {
        Section section = late.enter(List.of(ONE), Topology.STABLE);
        assertBusy(early, ONE, Topology.STABLE);
        section.close();
        early.enter(List.of(ONE), Topology.STABLE).close();
      }
    }
  }

  @Test
  void aStoreDirectoryThatWasSwappedIsRefused() throws Exception {
    try (CommitLocks locks = CommitLockProcess.impatient(root)) {
      Files.move(root.resolve(".holdfast"), root.resolve("old"));
      Files.createDirectory(root.resolve(".holdfast"));
      Files.createFile(root.resolve(".holdfast/commit.lock"));
      assertThatThrownBy(() -> locks.enter(List.of(ONE), Topology.STABLE))
          .isInstanceOfSatisfying(
              Problem.class,
              problem -> assertThat(problem.code()).isEqualTo(ErrorCode.ROOT_BINDING_CHANGED));
    }
  }

  @Test
  void manyThreadsOfOneProcessCountRight() throws Exception {
    int threads = 8;
    int times = 100;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try (CommitLocks locks = CommitLockProcess.on(root)) {
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        // Crosswise: half of them name the stripes the other way round.
        List<CommitKey> keys = thread % 2 == 0 ? List.of(ONE, TWO) : List.of(TWO, ONE);
        running.add(
            executor.submit(
                () -> {
                  for (int i = 0; i < times; i++) {
                    Section section = locks.enter(keys, Topology.STABLE);
                    try {
                      CommitLockProcess.countUp(root.resolve("counter"));
                    } finally {
                      section.close();
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> future : running) {
        future.get(60, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
    assertThat(root.resolve("counter")).hasContent(Integer.toString(threads * times));
  }

  private static void assertBusy(CommitLocks locks, CommitKey key, Topology topology) {
    assertThatThrownBy(() -> locks.enter(List.of(key), topology))
        .isInstanceOfSatisfying(
            Problem.class, problem -> assertThat(problem.code()).isEqualTo(ErrorCode.BUSY));
  }

  // ---- in several processes ----

  @Test
  void processesWithCrossingNamesCountRight() throws Exception {
    assertProcessesCountRight(
        new String[] {"300", "1", "2"}, new String[] {"300", "2", "1"}, new String[] {"300", "2"});
  }

  @Test
  void processesThatMoveDirectoriesCountRightBesideOthers() throws Exception {
    assertProcessesCountRight(
        new String[] {"200", "7", "topology"}, new String[] {"200", "topology"});
  }

  @Test
  void aProcessThatIsKilledInItsSectionLetsTheNextOneIn() throws Exception {
    Process victim = start("1000000", "1");
    while (counted() < 10) {
      Thread.onSpinWait();
    }
    victim.destroyForcibly().waitFor();
    Files.writeString(root.resolve("counter"), "0"); // it may have died between its steps
    assertProcessesCountRight(new String[] {"100", "1"});
  }

  private Path counter() {
    return root.resolve("counter");
  }

  /** What the counter says, 0 if it is being written. */
  private int counted() throws IOException {
    try {
      String text = Files.readString(counter());
      return text.isEmpty() ? 0 : Integer.parseInt(text);
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private void assertProcessesCountRight(String[]... processes) throws Exception {
    List<Process> running = new ArrayList<>();
    int expected = 0;
    for (String[] arguments : processes) {
      running.add(start(arguments));
      expected += Integer.parseInt(arguments[0]);
    }
    for (Process process : running) {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
      String output = new String(process.getInputStream().readAllBytes());
      assertThat(output).endsWith("done\n");
    }
    assertThat(counter()).hasContent(Integer.toString(expected));
  }

  private Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-Djna.tmpdir=" + System.getProperty("jna.tmpdir", "/tmp"),
                "-cp",
                System.getProperty("java.class.path"),
                CommitLockProcess.class.getName(),
                root.toString()));
    Stream.of(arguments).forEach(command::add);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
