package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.batch.SyncFsUse;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call of a batch made to fail in every plausible way: each member says the truth about
 * itself, and nothing is left.
 */
class BatchSweepTest {
  private static final byte[] OLD = Disk.bytes(1_000);
  private static final byte[] NEW = Disk.bytes(2_000);
  private static final List<String> PATHS = List.of("a/new", "b/old", "b/new");

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void withOneSyncForEachFile() throws Exception {
    new BatchSweep(temp, Batched.FSYNC).runAll("a batch, one sync for each file");
  }

  @Test
  void withOneSyncForAllFiles() throws Exception {
    new BatchSweep(temp, null).runAll("a batch, one sync for all files");
  }

  @Test
  void withTwoFaults() throws Exception {
    new BatchSweep(temp, null).runPairs("a batch, one sync for all files");
  }

  private static final class BatchSweep extends Sweep<Batched> {
    private final SyncFsUse syncFs;

    BatchSweep(Path temp, SyncFsUse syncFs) {
      super(temp);
      this.syncFs = syncFs;
    }

    @Override
    void prepare(TestRoot root) {
      root.publish("b/old", OLD, new WriteOptions());
    }

    @Override
    Batched run(StoreHandle handle) {
      return new Batched(handle)
          .publish("a/new", NEW, new WriteOptions())
          .replace("b/old", NEW, new WriteOptions())
          .publish("b/new", NEW, new WriteOptions())
          .run(syncFs == null ? SyncFsUse.from(2) : syncFs);
    }

    @Override
    void check(Result<Batched> result) throws Exception {
      Batched batch = result.value();
      Set<String> unexplained = new HashSet<>(result.added());
      for (String path : PATHS) {
        if (batch.succeeded(path)) {
          assertThat(batch.receipt(path).outcome().durability()).isEqualTo(DurabilityState.PROVEN);
          isWhole(result, path, NEW);
          result.forgetWay(unexplained, path);
        } else {
          checkFailure(result, path, batch.failure(path), unexplained);
        }
      }
      if (result.failedNames().contains("mkdir")) {
        result.forgetWay(unexplained, "a/new");
      }
      assertThat(unexplained).as("left behind, not in a residue").isEmpty();
      if (result.failed().size() == 1) {
        assertThat(PATHS.stream().filter(path -> !batch.succeeded(path)).count())
            .as("members that one fault made fail")
            .isLessThanOrEqualTo(result.call().name().equals("sync") ? 2 : 1);
      }
      if (result.fault().errno() == Errno.EINTR && result.fault().how() == How.WITHOUT_EFFECT) {
        assertThat(PATHS).as("one interruption").allMatch(batch::succeeded);
      }
    }

    private void checkFailure(
        Result<Batched> result, String path, MutationException failure, Set<String> unexplained)
        throws Exception {
      MutationOutcome outcome = failure.mutation();
      assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
      unexplained.removeAll(outcome.residue());
      if (outcome.state() == State.UNKNOWN) {
        assertThat(result.failedNames()).containsAnyOf("link", "renameReplace");
        result.forgetWay(unexplained, path);
        return;
      }
      result.checkResidueIsThere(outcome);
      if (outcome.state() == State.COMMITTED) {
        isWhole(result, path, NEW);
        result.forgetWay(unexplained, path);
      } else if (path.equals("b/old")) {
        isWhole(result, path, OLD);
      } else {
        assertThat(Disk.present(result.root().path().resolve(path))).as(path).isFalse();
      }
    }

    private static void isWhole(Result<Batched> result, String path, byte[] content)
        throws Exception {
      Path file = result.root().path().resolve(path);
      assertThat(Disk.holds(file, content)).as(path + " is whole").isTrue();
      assertThat(Disk.mode(file)).isEqualTo(0600);
      assertThat(Files.getAttribute(file, "unix:nlink")).isEqualTo(1);
    }
  }
}
