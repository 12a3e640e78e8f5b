package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.history.HistoryBounds;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every call of a replace that keeps what it replaces, made to fail in every plausible way: what is
 * at the name and what is kept is whole, and what was replaced is never nowhere.
 */
class HistorySweepTest {
  private static final byte[] OLD = Disk.bytes(1_000);
  private static final byte[] NEW = Disk.bytes(2_000);

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void replace() throws Exception {
    new KeepingSweep(temp, true) {
      @Override
      ReplaceReceipt run(StoreHandle handle) {
        return handle.replace("a/file", ByteSource.of(NEW), new WriteOptions());
      }
    }.runAll("replace that keeps");
  }

  @Test
  void theFirstReplaceOfAll() throws Exception {
    new KeepingSweep(temp, false) {
      @Override
      ReplaceReceipt run(StoreHandle handle) {
        return handle.replace("a/file", ByteSource.of(NEW), new WriteOptions());
      }
    }.runAll("first replace that keeps");
  }

  @Test
  void compareAndReplace() throws Exception {
    new KeepingSweep(temp, true) {
      @Override
      ReplaceReceipt run(StoreHandle handle) {
        Expectation expectation = Expectation.content(Disk.sha256(OLD), OLD.length);
        return handle.compareAndReplace(
            "a/file", expectation, ByteSource.of(NEW), new WriteOptions());
      }
    }.runAll("compareAndReplace that keeps");
  }

  @Test
  void restore() throws Exception {
    new KeepingSweep(temp, true) {
      @Override
      void prepare(TestRoot root) {
        root.publish("a/file", NEW, new WriteOptions());
        root.handle().replace("a/file", ByteSource.of(OLD), new WriteOptions());
        first = root.handle().history("a/file").get(0).version();
      }

      @Override
      ReplaceReceipt run(StoreHandle handle) {
        return handle.restore("a/file", first, new WriteOptions());
      }
    }.runAll("restore");
  }

  /** What it has to be true about, whatever fails. */
  private abstract static class KeepingSweep extends Sweep<ReplaceReceipt> {
    private final boolean before;
    long first;

    KeepingSweep(Path temp, boolean before) {
      super(temp);
      this.before = before;
    }

    @Override
    HistoryBounds history() {
      return new HistoryBounds(2, Long.MAX_VALUE, Long.MAX_VALUE);
    }

    @Override
    boolean mayStay(String name) {
      return name.startsWith(".holdfast/history");
    }

    @Override
    void prepare(TestRoot root) {
      root.publish("a/file", OLD, new WriteOptions());
      if (before) {
        root.handle().replace("a/file", ByteSource.of(OLD), new WriteOptions());
      }
    }

    @Override
    void check(Result<ReplaceReceipt> result) throws Exception {
      Path path = result.root().path().resolve("a/file");
      Set<String> unexplained = new HashSet<>(result.added());
      unexplained.removeIf(this::mayStay);
      boolean made = Files.size(path) == NEW.length;
      assertThat(Disk.holds(path, made ? NEW : OLD)).as("whole").isTrue();
      boolean unknown = false;
      if (result.succeeded()) {
        assertThat(made).isTrue();
        assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
      } else if (result.thrown() instanceof MutationException failure) {
        MutationOutcome outcome = failure.mutation();
        unknown = outcome.state() == State.UNKNOWN;
        if (!unknown) {
          assertThat(made).as("state").isEqualTo(outcome.state() == State.COMMITTED);
          result.checkResidueIsThere(outcome);
        }
        unexplained.removeAll(outcome.residue());
      }
      if (unknown || result.fault().errno() == Errno.ENOENT) {
        unexplained.removeIf(name -> name.contains("/x-") || name.contains("/i-")); // or a lie
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      boolean toldNothingWasThere = result.fault().errno() == Errno.ENOENT;
      if (made && !unknown && !toldNothingWasThere) {
        checkKept(result);
      }
      checkVersions(result.root().handle());
    }

    /** What was replaced is kept, or will be by the next recovery. */
    private void checkKept(Result<ReplaceReceipt> result) throws Exception {
      List<String> contents = versions(result.root().handle());
      boolean inStaging = false;
      for (String name : result.added()) {
        inStaging |= name.contains("/x-") && Disk.holds(result.root().path().resolve(name), OLD);
      }
      assertThat(contents.contains(Disk.sha256(OLD)) || inStaging).as("kept").isTrue();
      if (result.succeeded()) {
        assertThat(inStaging).isFalse();
      }
    }

    private void checkVersions(StoreHandle handle) {
      assertThat(versions(handle))
          .as("older versions are whole")
          .isSubsetOf(Disk.sha256(OLD), Disk.sha256(NEW));
    }

    private static List<String> versions(StoreHandle handle) {
      return handle.history("a/file").stream()
          .map(found -> handle.readVersion("a/file", found.version()).identity().sha256())
          .toList();
    }
  }
}
