package dev.holdfast.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.AppendOptions;
import dev.holdfast.AppendReceipt;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every call of an append made to fail in every plausible way: the record is there once or not. */
class AppendSweepTest {
  private static final String OLD = "the first record\n";
  private static final String NEW = "the second record\n";

  @TempDir(factory = MemoryTempDir.class)
  Path temp;

  @Test
  void toAFileThatIsKeptOpen() throws Exception {
    new AppendSweep(temp, "a/log.jsonl", Before.KEPT).runAll("append to a file kept open");
  }

  @Test
  void toAFileThatIsKeptOpenWithTwoFaults() throws Exception {
    new AppendSweep(temp, "a/log.jsonl", Before.KEPT).runPairs("append to a file kept open");
  }

  @Test
  void toAFileThatIsThere() throws Exception {
    new AppendSweep(temp, "log.jsonl", Before.THERE).runAll("append to a file that is there");
  }

  @Test
  void toATornFile() throws Exception {
    new AppendSweep(temp, "log.jsonl", Before.TORN).runAll("append to a torn file");
  }

  @Test
  void toATornFileWithTwoFaults() throws Exception {
    new AppendSweep(temp, "log.jsonl", Before.TORN).runPairs("append to a torn file");
  }

  @Test
  void whereNothingIs() throws Exception {
    new AppendSweep(temp, "a/log.jsonl", Before.ABSENT).runAll("append to nothing");
  }

  @Test
  void toAFileThatOthersAppendToWithoutLocks() throws Exception {
    new AppendSweep(temp, "log.jsonl", Before.FOREIGN).runAll("append beside foreign appenders");
  }

  /** How the file is found. */
  private enum Before {
    KEPT,
    THERE,
    TORN,
    ABSENT,
    FOREIGN
  }

  private static final class AppendSweep extends Sweep<AppendReceipt> {
    private final String file;
    private final Before before;

    AppendSweep(Path temp, String file, Before before) {
      super(temp);
      this.file = file;
      this.before = before;
    }

    private AppendOptions options() {
      return new AppendOptions().setForeignAppenders(before == Before.FOREIGN);
    }

    @Override
    void prepare(TestRoot root) throws Exception {
      if (before == Before.ABSENT) {
        return;
      }
      root.publish(file, before == Before.KEPT ? "" : OLD);
      if (before == Before.KEPT) {
        root.append(file, OLD);
      }
      if (before == Before.TORN || before == Before.FOREIGN) {
        Files.writeString(root.path().resolve(file), "torn", StandardOpenOption.APPEND);
      }
    }

    @Override
    Set<String> mayKeepOpen() {
      return Set.of(file);
    }

    @Override
    Set<String> mayRescue(Result<AppendReceipt> result) {
      return before == Before.TORN ? StoreTree.rescued(result.root().path()) : Set.of();
    }

    @Override
    AppendReceipt run(StoreHandle handle) {
      return handle
          .append(file, List.of(ByteSource.of(NEW.getBytes(UTF_8))), null, options())
          .get(0);
    }

    /** What is in front of the record. */
    private String prefix() {
      return switch (before) {
        case ABSENT -> "";
        case FOREIGN -> OLD + "torn\n";
        default -> OLD;
      };
    }

    @Override
    void check(Result<AppendReceipt> result) throws Exception {
      Path path = result.root().path().resolve(file);
      Set<String> unexplained = new HashSet<>(result.added());
      String found = Disk.present(path) ? Files.readString(path) : null;
      if (result.succeeded()) {
        AppendReceipt receipt = result.value();
        assertThat(found).isEqualTo(prefix() + NEW);
        assertThat(receipt.offset()).isEqualTo(prefix().length());
        assertThat(receipt.outcome().durability()).isEqualTo(DurabilityState.PROVEN);
        assertThat(receipt.identity().ino()).isEqualTo(Files.getAttribute(path, "unix:ino"));
        assertThat(receipt.identity().sha256()).isIn(null, Disk.sha256(Files.readAllBytes(path)));
        assertThat(receipt.created()).isEqualTo(before == Before.ABSENT);
        assertThat(result.syncFailed()).as("a sync failed").isFalse();
        unexplained.remove(receipt.rescued());
        result.forgetWay(unexplained, file);
      } else {
        MutationException failure = (MutationException) result.thrown();
        MutationOutcome outcome = failure.mutation();
        if (outcome.state() != State.UNKNOWN) {
          result.checkCode(failure);
          result.checkResidueIsThere(outcome);
        }
        assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
        checkFound(found, outcome.state(), result);
        unexplained.removeAll(outcome.residue());
        if (outcome.state() != State.NOT_COMMITTED || result.failedNames().contains("mkdir")) {
          result.forgetWay(unexplained, file);
        }
      }
      if (before == Before.TORN) {
        // A copy is made before anything is cut off: it stays, whatever comes afterwards.
        Set<String> rescued = new TreeSet<>(StoreTree.rescued(result.root().path()));
        for (String each : rescued) {
          assertThat(result.root().path().resolve(each)).hasContent("torn");
        }
        if (result.failed().size() > 0) {
          unexplained.removeAll(rescued);
        }
      }
      assertThat(unexplained).as("left behind, not in the residue").isEmpty();
      again(result);
      String after = Files.readString(path);
      assertThat(after).endsWith(NEW).startsWith(before == Before.ABSENT ? "" : OLD);
      assertThat(after.lines())
          .allMatch(line -> line.matches("the (first|second) record|torn|the|"));
    }

    private void checkFound(@Nullable String found, State state, Result<AppendReceipt> result) {
      switch (state) {
        case NOT_COMMITTED ->
            assertThat(found)
                .isIn(
                    switch (before) {
                      case ABSENT -> java.util.Collections.<String>singletonList(null);
                      case TORN -> List.of(OLD, OLD + "torn");
                      case FOREIGN -> List.of(OLD + "torn");
                      default -> List.of(OLD);
                    });
        case COMMITTED -> assertThat(found).isEqualTo(prefix() + NEW);
        case UNKNOWN ->
            assertThat(result.failedNames())
                .as("what failed")
                .containsAnyOf("statName", "append", "link", "truncate", "stat");
      }
      if (state == State.COMMITTED && result.fault().errno() == Errno.EINTR) {
        assertThat(result.failedNames()).isNotEmpty();
      }
    }
  }
}
