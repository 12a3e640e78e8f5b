package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Expectation;
import dev.holdfast.MoveReceipt;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.WriteOptions;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a move made to fail in every plausible way: the file is in exactly one place. */
class MoveSweepTest {
  private static final byte[] CONTENT = Disk.bytes(1_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void withinADirectory() throws Exception {
    new MoveSweep(temp, "from", "to").runAll("move within a directory");
  }

  @Test
  void toADirectoryThatIsToBeMade() throws Exception {
    new MoveSweep(temp, "a/from", "b/to").runAll("move to a directory that is to be made");
  }

  @Test
  void withTwoFaults() throws Exception {
    new MoveSweep(temp, "from", "to").runPairs("move within a directory");
  }

  /** What it has to be true about, whatever fails. */
  private static final class MoveSweep extends Sweep<MoveReceipt> {
    private final String from;
    private final String to;

    MoveSweep(Path temp, String from, String to) {
      super(temp);
      this.from = from;
      this.to = to;
    }

    @Override
    Set<String> mayTake() {
      return Set.of(from);
    }

    @Override
    void prepare(TestRoot root) {
      root.publish(from, CONTENT, new WriteOptions());
    }

    @Override
    MoveReceipt run(StoreHandle handle) {
      Expectation expectation = Expectation.content(Disk.sha256(CONTENT), CONTENT.length);
      return handle.move(from, to, expectation, new WriteOptions());
    }

    @Override
    void check(Result<MoveReceipt> result) throws Exception {
      Path root = result.root().path();
      boolean there = Disk.present(root.resolve(to));
      assertThat(Disk.present(root.resolve(from))).as("in one place").isNotEqualTo(there);
      assertThat(Disk.holds(root.resolve(there ? to : from), CONTENT)).as("whole").isTrue();
      Set<String> unexplained = new HashSet<>(result.added());
      if (result.succeeded()) {
        assertThat(there).isTrue();
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
        result.forgetWay(unexplained, to);
      } else {
        MutationOutcome outcome = ((MutationException) result.thrown()).mutation();
        assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
        if (outcome.state() != State.UNKNOWN) {
          assertThat(there).as("state").isEqualTo(outcome.state() == State.COMMITTED);
          result.checkResidueIsThere(outcome);
        }
        unexplained.removeAll(outcome.residue());
        if (there || result.failedNames().contains("mkdir")) {
          result.forgetWay(unexplained, to);
        }
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
    }
  }
}
