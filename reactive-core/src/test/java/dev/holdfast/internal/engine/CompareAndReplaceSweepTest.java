package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a compare-and-replace made to fail in every plausible way. */
class CompareAndReplaceSweepTest {
  private static final byte[] OLD = Disk.bytes(1_000);
  private static final byte[] NEW = Disk.bytes(2_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void inTheRoot() throws Exception {
    new CompareSweep(temp, "file").runAll("compareAndReplace in the root");
  }

  @Test
  void inADirectory() throws Exception {
    new CompareSweep(temp, "a/b/file").runAll("compareAndReplace in a directory");
  }

  /** Where two names cannot be exchanged. */
  @Test
  void cooperatively() throws Exception {
    new CompareSweep(temp, "file") {
      @Override
      Sys port() {
        return new CannotExchange(TestRoot.LINUX);
      }
    }.runAll("compareAndReplace without an exchange");
  }

  @Test
  void withTwoFaults() throws Exception {
    new CompareSweep(temp, "file").runPairs("compareAndReplace in the root");
  }

  /** What it has to be true about, whatever fails. */
  private static class CompareSweep extends Sweep<ReplaceReceipt> {
    private final String file;

    CompareSweep(Path temp, String file) {
      super(temp);
      this.file = file;
    }

    @Override
    void prepare(TestRoot root) {
      root.publish(file, OLD, new WriteOptions());
    }

    @Override
    ReplaceReceipt run(StoreHandle handle) {
      Expectation expectation = Expectation.content(Disk.sha256(OLD), OLD.length);
      return handle.compareAndReplace(file, expectation, ByteSource.of(NEW), new WriteOptions());
    }

    @Override
    void check(Result<ReplaceReceipt> result) throws Exception {
      Path path = result.root().path().resolve(file);
      Set<String> unexplained = new HashSet<>(result.added());
      if (result.succeeded()) {
        isWhole(path, NEW);
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
      } else {
        MutationException failure = (MutationException) result.thrown();
        MutationOutcome outcome = failure.mutation();
        assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
        switch (outcome.state()) {
          case NOT_COMMITTED -> isWhole(path, OLD);
          case COMMITTED -> isWhole(path, NEW);
          case UNKNOWN -> isWhole(path, Files.size(path) == NEW.length ? NEW : OLD);
        }
        if (outcome.state() != State.UNKNOWN && result.failed().size() == 1) {
          result.checkResidueIsThere(outcome); // with two faults nobody may be able to tell
        }
        unexplained.removeAll(outcome.residue());
        if (outcome.state() == State.UNKNOWN) {
          unexplained.removeIf(name -> name.contains("/i-")); // the note beside the object
        }
      }
      if (result.fault().errno() == Errno.ENOENT) {
        unexplained.removeIf(name -> name.contains("/x-") || name.contains("/i-")); // a lie
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      try (TestRoot another = TestRoot.at(result.root().path())) {
        another.open().replace(file, ByteSource.of(NEW), new WriteOptions());
      }
      isWhole(path, NEW);
    }

    private static void isWhole(Path path, byte[] content) throws Exception {
      assertThat(Disk.holds(path, content)).as("whole").isTrue();
      assertThat(Disk.mode(path)).isEqualTo(0600);
    }
  }
}
