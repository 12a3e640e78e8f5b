package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DirectoryReceipt;
import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of making a directory made to fail in every plausible way. */
class EnsureDirectorySweepTest {
  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void withItsParents() throws Exception {
    new DirectorySweep(temp, "a/b/c", true).runAll("ensureDirectory with parents to be made");
  }

  @Test
  void whichIsThere() throws Exception {
    new DirectorySweep(temp, "a/b/c", false) {
      @Override
      void prepare(TestRoot root) throws Exception {
        for (String each : new String[] {"a", "a/b", "a/b/c"}) {
          Disk.directory(root.path().resolve(each));
        }
      }
    }.runAll("ensureDirectory of one that exists");
  }

  /** What it has to be true about, whatever fails. */
  private static class DirectorySweep extends Sweep<DirectoryReceipt> {
    private final String directory;
    private final boolean fresh;

    DirectorySweep(Path temp, String directory, boolean fresh) {
      super(temp);
      this.directory = directory;
      this.fresh = fresh;
    }

    @Override
    DirectoryReceipt run(StoreHandle handle) {
      return handle.ensureDirectory(directory);
    }

    @Override
    void check(Result<DirectoryReceipt> result) throws Exception {
      Path path = result.root().path().resolve(directory);
      Set<String> unexplained = new HashSet<>(result.added());
      if (result.succeeded()) {
        assertThat(Disk.mode(path)).isEqualTo(0700);
        if (result.failed().stream().noneMatch(call -> call.name().equals("mkdir"))) {
          assertThat(result.value().created()).as("created").isEqualTo(fresh);
        } else if (!fresh) {
          assertThat(result.value().created()).as("created").isFalse();
        }
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
        return;
      }
      MutationException failure = (MutationException) result.thrown();
      MutationOutcome outcome = failure.mutation();
      assertThat(
              failure.code() == ErrorCode.DURABILITY_NOT_PROVABLE
                  || Faults.explains(failure.code(), result.call().name(), result.fault().errno()))
          .as("code " + failure.code())
          .isTrue();
      for (String left : outcome.residue()) {
        assertThat(result.root().path().resolve(left)).as("residue").isDirectory();
      }
      unexplained.removeAll(outcome.residue());
      if (outcome.state() == State.COMMITTED) {
        result.forgetWay(unexplained, directory);
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      assertThat(outcome.state()).isNotEqualTo(State.UNKNOWN);
      if (outcome.state() == State.COMMITTED) {
        assertThat(Disk.mode(path)).isEqualTo(0700);
      } else if (fresh && Disk.present(path)) {
        assertThat(outcome.residue()).contains(directory);
      }
      again(result);
      assertThat(Disk.mode(path)).isEqualTo(0700);
    }
  }
}
