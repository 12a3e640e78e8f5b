package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a remove made to fail in every plausible way: the file is whole, or gone. */
class RemoveSweepTest {
  private static final byte[] CONTENT = Disk.bytes(1_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void inTheRoot() throws Exception {
    new RemoveSweep(temp, "file").runAll("remove in the root");
  }

  @Test
  void inTheRootWithTwoFaults() throws Exception {
    new RemoveSweep(temp, "file").runPairs("remove in the root");
  }

  @Test
  void inADirectory() throws Exception {
    new RemoveSweep(temp, "a/b/file").runAll("remove in a directory");
  }

  @Test
  void whereRenamesCannotRefuse() throws Exception {
    new RemoveSweep(temp, "a/b/file") {
      @Override
      Sys port() {
        return new LackingSys(TestRoot.LINUX, Errno.EINVAL, FallbackSweepTest.LIKE_NFS);
      }
    }.runAll("remove where renames cannot refuse");
  }

  /** What it has to be true about, whatever fails. */
  private static class RemoveSweep extends Sweep<RemoveReceipt> {
    private final String file;

    RemoveSweep(Path temp, String file) {
      super(temp);
      this.file = file;
    }

    @Override
    void prepare(TestRoot root) {
      root.publish(file, CONTENT, new WriteOptions());
    }

    @Override
    Set<String> mayTake() {
      return Set.of(file);
    }

    @Override
    RemoveReceipt run(StoreHandle handle) {
      return handle.remove(file, new WriteOptions());
    }

    @Override
    void check(Result<RemoveReceipt> result) throws Exception {
      Path path = result.root().path().resolve(file);
      Set<String> unexplained = new HashSet<>(result.added());
      boolean gone = !Disk.present(path);
      if (!gone) {
        assertThat(Disk.holds(path, CONTENT)).as("whole").isTrue();
      }
      if (result.succeeded()) {
        assertThat(gone).as("gone").isTrue();
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
      } else {
        MutationException failure = (MutationException) result.thrown();
        MutationOutcome outcome = failure.mutation();
        result.checkCode(failure);
        switch (outcome.state()) {
          case NOT_COMMITTED -> assertThat(gone).as("gone").isFalse();
          case COMMITTED -> assertThat(gone).as("gone").isTrue();
          case UNKNOWN -> {
            assertThat(result.failedNames())
                .as("what failed")
                .containsAnyOf("renameNoReplace", "renameReplace", "unlink")
                .contains("statName");
          }
        }
        unexplained.removeAll(outcome.residue());
        if (result.failed().size() == 1) {
          result.checkResidueIsThere(outcome);
        }
      }
      if (!isFalseAbsence(result)) {
        assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      }
      if (gone) {
        Failures.notCommitted(ErrorCode.NOT_FOUND, () -> run(result.root().handle()));
      } else {
        again(result);
        assertThat(Disk.present(path)).isFalse();
      }
    }

    /** The kernel says that what is to be removed is gone, and it is not. */
    private static boolean isFalseAbsence(Result<RemoveReceipt> result) {
      return result.call().name().equals("unlink")
          && result.fault().errno() == Errno.ENOENT
          && result.fault().how() == How.WITHOUT_EFFECT;
    }
  }
}
