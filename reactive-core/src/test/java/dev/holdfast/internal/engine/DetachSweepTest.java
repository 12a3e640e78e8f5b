package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.DetachedFile;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.MutationReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call of detach, attach and discard made to fail in every plausible way: the file is in
 * exactly one place, and whoever lists the detached files finds it if it is there.
 */
class DetachSweepTest {
  private static final byte[] CONTENT = Disk.bytes(1_000);
  private static final Expectation EXPECTED =
      Expectation.content(Disk.sha256(CONTENT), CONTENT.length);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void detach() throws Exception {
    detaching().runAll("detach");
  }

  @Test
  void detachWithTwoFaults() throws Exception {
    detaching().runPairs("detach");
  }

  private PlaceSweep detaching() {
    return new PlaceSweep(temp, State.COMMITTED) {
      @Override
      void prepare(TestRoot root) {
        root.publish("a/file", CONTENT, new WriteOptions());
      }

      @Override
      MutationReceipt run(StoreHandle handle) {
        return handle.detach("a/file", EXPECTED, new WriteOptions());
      }
    };
  }

  @Test
  void attach() throws Exception {
    new PlaceSweep(temp, State.NOT_COMMITTED) {
      @Override
      MutationReceipt run(StoreHandle handle) {
        return handle.attach(detached, "b/file", new WriteOptions());
      }
    }.runAll("attach");
  }

  @Test
  void discard() throws Exception {
    new PlaceSweep(temp, State.NOT_COMMITTED) {
      @Override
      MutationReceipt run(StoreHandle handle) {
        return handle.discard(detached, new WriteOptions());
      }

      @Override
      boolean isSomewhere() {
        return false;
      }
    }.runAll("discard");
  }

  /** What it has to be true about, whatever fails. */
  private abstract static class PlaceSweep extends Sweep<MutationReceipt> {
    private final State stateIfDetached;
    DetachedFile detached;

    PlaceSweep(Path temp, State stateIfDetached) {
      super(temp);
      this.stateIfDetached = stateIfDetached;
    }

    /** Whether the file has to be at a path if it is not detached. */
    boolean isSomewhere() {
      return true;
    }

    @Override
    void prepare(TestRoot root) {
      root.publish("a/file", CONTENT, new WriteOptions());
      detached = root.handle().detach("a/file", EXPECTED, new WriteOptions()).file();
    }

    @Override
    boolean mayStay(String name) {
      return name.startsWith(".holdfast/detached");
    }

    @Override
    Set<String> mayTake() {
      return Set.of("a/file");
    }

    @Override
    void checkAlways(Result<MutationReceipt> result, Set<String> before, List<String> held)
        throws Exception {
      Set<String> others = new HashSet<>(before);
      others.removeIf(this::mayStay);
      super.checkAlways(result, others, held);
    }

    @Override
    void check(Result<MutationReceipt> result) throws Exception {
      Path root = result.root().path();
      List<DetachedFile> detached = result.root().handle().detached();
      boolean there = Disk.present(root.resolve("a/file")) || Disk.present(root.resolve("b/file"));
      if (isSomewhere()) {
        assertThat(there).as("in one place").isEqualTo(detached.isEmpty());
      }
      for (DetachedFile file : detached) {
        assertThat(Disk.holds(root.resolve(".holdfast/detached/" + file.id()), CONTENT))
            .as("whole")
            .isTrue();
        assertThat(file.path()).as("where it was").isEqualTo("a/file");
      }
      Set<String> unexplained = new HashSet<>(result.added());
      unexplained.removeIf(this::mayStay);
      if (result.succeeded()) {
        assertThat(detached.isEmpty()).isEqualTo(stateIfDetached == State.NOT_COMMITTED);
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
      } else if (result.thrown() instanceof MutationException failure) {
        MutationOutcome outcome = failure.mutation();
        if (outcome.state() != State.UNKNOWN) {
          State told =
              detached.isEmpty() == (stateIfDetached == State.NOT_COMMITTED)
                  ? State.COMMITTED
                  : State.NOT_COMMITTED;
          assertThat(outcome.state()).as("state").isEqualTo(told);
          result.checkResidueIsThere(outcome);
        }
        unexplained.removeAll(outcome.residue());
      }
      result.forgetWay(unexplained, "b/file");
      if (result.fault().errno() == Errno.ENOENT) {
        unexplained.removeIf(name -> name.contains("/x-")); // a lie
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      result.root().handle().sweep();
      long notes =
          Disk.tree(root.resolve(".holdfast/detached")).stream()
              .filter(name -> name.endsWith(".path"))
              .count();
      assertThat(notes).as("notes").isEqualTo(detached.size());
    }
  }
}
