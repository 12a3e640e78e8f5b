package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Sys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of a replaceFrom made to fail in every plausible way. */
class ReplaceFromSweepTest {
  private static final byte[] OLD = Disk.bytes(1_000);
  private static final byte[] NEXT = Disk.bytes(2_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void acrossDirectories() throws Exception {
    new FromSweep(temp, "a/successor", "b/file", TestRoot.LINUX).runAll("replaceFrom");
  }

  @Test
  void cooperatively() throws Exception {
    new FromSweep(temp, "successor", "file", new CannotExchange(TestRoot.LINUX))
        .runAll("replaceFrom without an exchange");
  }

  @Test
  void withTwoFaults() throws Exception {
    new FromSweep(temp, "successor", "file", TestRoot.LINUX).runPairs("replaceFrom");
  }

  /** What it has to be true about, whatever fails. */
  private static final class FromSweep extends Sweep<ReplaceReceipt> {
    private final String source;
    private final String destination;
    private final Sys port;

    FromSweep(Path temp, String source, String destination, Sys port) {
      super(temp);
      this.source = source;
      this.destination = destination;
      this.port = port;
    }

    @Override
    Sys port() {
      return port;
    }

    @Override
    Set<String> mayTake() {
      return Set.of(source);
    }

    @Override
    void prepare(TestRoot root) {
      root.publish(source, NEXT, new WriteOptions());
      root.publish(destination, OLD, new WriteOptions());
    }

    @Override
    ReplaceReceipt run(StoreHandle handle) {
      return handle.replaceFrom(
          source,
          Expectation.content(Disk.sha256(NEXT), NEXT.length),
          destination,
          Expectation.content(Disk.sha256(OLD), OLD.length),
          new WriteOptions());
    }

    @Override
    Set<String> mayRescue(Result<ReplaceReceipt> result) {
      return result.thrown() instanceof MutationException failure
          ? Set.copyOf(failure.mutation().residue())
          : Set.of();
    }

    private static boolean holdsSomewhere(Path root) throws Exception {
      for (String name : Disk.tree(root)) {
        if (Files.isRegularFile(root.resolve(name)) && Disk.holds(root.resolve(name), NEXT)) {
          return true;
        }
      }
      return false;
    }

    @Override
    void check(Result<ReplaceReceipt> result) throws Exception {
      Path root = result.root().path();
      Path to = root.resolve(destination);
      Path from = root.resolve(source);
      boolean made = Files.size(to) == NEXT.length;
      assertThat(Disk.holds(to, made ? NEXT : OLD)).as("whole").isTrue();
      boolean home = Disk.present(from) && Disk.holds(from, NEXT);
      boolean doubtful =
          result.thrown() instanceof MutationException failure
              && (failure.mutation().state() == State.UNKNOWN
                  || !failure.mutation().residue().isEmpty());
      if (doubtful && !home && !made) {
        assertThat(holdsSomewhere(root)).as("the successor is kept").isTrue();
        home = true; // or will be, when recovery has looked at it
      }
      assertThat(home).as("the successor is in one place").isNotEqualTo(made);
      Set<String> unexplained = new HashSet<>(result.added());
      if (result.succeeded()) {
        assertThat(made).isTrue();
        assertThat(Disk.present(from)).isFalse();
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
      } else {
        MutationOutcome outcome = ((MutationException) result.thrown()).mutation();
        assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
        if (outcome.state() != State.UNKNOWN) {
          assertThat(made).as("state").isEqualTo(outcome.state() == State.COMMITTED);
          if (result.failed().size() == 1) { // with two faults nobody may be able to tell
            result.checkResidueIsThere(outcome);
          }
          assertThat(made && Disk.present(from)).as("something is left at the source").isFalse();
        }
        unexplained.removeAll(outcome.residue());
        if (outcome.state() == State.UNKNOWN) {
          unexplained.removeIf(name -> name.matches(".*/[xyh]-[^/]*"));
        }
      }
      if (result.fault().errno() == Errno.ENOENT) {
        unexplained.removeIf(name -> name.matches(".*/[xyh]-[^/]*")); // a lie
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
    }
  }
}
