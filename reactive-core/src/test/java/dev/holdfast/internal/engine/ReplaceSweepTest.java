package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a replace made to fail in every plausible way: the old file or the new, whole. */
class ReplaceSweepTest {
  private static final byte[] OLD = Disk.bytes(1_000);
  static final byte[] NEW = Disk.bytes(150_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void inTheRoot() throws Exception {
    new ReplaceSweep(temp, "file", true).runAll("replace in the root");
  }

  @Test
  void inTheRootWithTwoFaults() throws Exception {
    new ReplaceSweep(temp, "file", true).runPairs("replace in the root");
  }

  @Test
  void inADirectory() throws Exception {
    new ReplaceSweep(temp, "a/b/file", true).runAll("replace in a directory");
  }

  @Test
  void whereNothingIs() throws Exception {
    new ReplaceSweep(temp, "a/file", false).runAll("replace of nothing, with a parent to be made");
  }

  /** What it has to be true about, whatever fails. */
  static class ReplaceSweep extends Sweep<ReplaceReceipt> {
    private final String file;
    private final boolean present;

    ReplaceSweep(Path temp, String file, boolean present) {
      super(temp);
      this.file = file;
      this.present = present;
    }

    @Override
    void prepare(TestRoot root) {
      if (present) {
        root.publish(file, OLD, new WriteOptions());
      }
    }

    @Override
    ReplaceReceipt run(StoreHandle handle) {
      return handle.replace(file, ByteSource.of(NEW), new WriteOptions());
    }

    @Override
    void check(Result<ReplaceReceipt> result) throws Exception {
      Path path = result.root().path().resolve(file);
      Set<String> unexplained = new HashSet<>(result.added());
      if (result.succeeded()) {
        isNew(path);
        ReplaceReceipt receipt = result.value();
        assertThat(receipt.outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(receipt.identity().sha256()).isEqualTo(Disk.sha256(NEW));
        assertThat(receipt.identity().ino()).isEqualTo(Files.getAttribute(path, "unix:ino"));
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
        if (result.fault().errno() != Errno.ENOENT) {
          assertThat(receipt.created()).as("created").isEqualTo(!present);
        }
        result.forgetWay(unexplained, file);
      } else {
        MutationException failure = (MutationException) result.thrown();
        MutationOutcome outcome = failure.mutation();
        result.checkCode(failure);
        assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
        switch (outcome.state()) {
          case NOT_COMMITTED -> isOld(path);
          case COMMITTED -> isNew(path);
          case UNKNOWN -> {
            assertThat(result.failedNames())
                .as("what failed")
                .contains("renameReplace", "statName");
            if (isThere(path, NEW)) {
              isNew(path);
            } else {
              isOld(path);
            }
          }
        }
        if (outcome.state() != State.UNKNOWN) {
          result.checkResidueIsThere(outcome);
        }
        unexplained.removeAll(outcome.residue());
        if (outcome.state() != State.NOT_COMMITTED || result.failedNames().contains("mkdir")) {
          result.forgetWay(unexplained, file);
        }
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      again(result);
      isNew(path);
    }

    private static boolean isThere(Path path, byte[] content) throws Exception {
      return Disk.present(path) && Files.size(path) == content.length;
    }

    private void isOld(Path path) throws Exception {
      if (present) {
        isWhole(path, OLD);
      } else {
        assertThat(Disk.present(path)).as("something at the name").isFalse();
      }
    }

    private static void isNew(Path path) throws Exception {
      isWhole(path, NEW);
    }

    private static void isWhole(Path path, byte[] content) throws Exception {
      assertThat(Disk.holds(path, content)).as("whole").isTrue();
      assertThat(Disk.mode(path)).isEqualTo(0600);
      assertThat(Files.getAttribute(path, "unix:nlink")).isEqualTo(1);
    }
  }
}
