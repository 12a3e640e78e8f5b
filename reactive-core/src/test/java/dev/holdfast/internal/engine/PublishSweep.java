package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.PublishReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.FaultySys.How;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.sys.Errno;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** What a publish has to be true about, whatever fails. */
abstract class PublishSweep extends Sweep<PublishReceipt> {
  static final byte[] CONTENT = Disk.bytes(150_000);

  private final String file;

  PublishSweep(Path temp, String file) {
    super(temp);
    this.file = file;
  }

  @Override
  PublishReceipt run(StoreHandle handle) {
    return handle.publish(file, ByteSource.of(CONTENT), new WriteOptions());
  }

  @Override
  void check(Result<PublishReceipt> result) throws Exception {
    if (isFalseAbsence(result)) {
      return;
    }
    Path path = result.root().path().resolve(file);
    Set<String> unexplained = new HashSet<>(result.added());
    if (result.succeeded()) {
      checkWhole(path, 1);
      assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
      assertThat(result.value().identity().sha256()).isEqualTo(Disk.sha256(CONTENT));
      assertThat(result.syncFailed()).as("a sync failed").isFalse();
      result.forgetWay(unexplained, file);
    } else {
      MutationException failure = (MutationException) result.thrown();
      MutationOutcome outcome = failure.mutation();
      result.checkCode(failure);
      assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
      if (result.failed().size() == 1) {
        result.checkResidueIsThere(outcome);
      }
      if (outcome.state() == State.UNKNOWN) {
        assertThat(result.failedNames())
            .as("what failed")
            .containsAnyOf("link", "linkName", "renameNoReplace")
            .containsAnyOf("stat", "statName");
        return;
      }
      if (outcome.state() == State.COMMITTED) {
        checkWhole(
            path,
            result.failed().size() == 1
                ? 1 + outcome.residue().size()
                : 0); // its private name, if that had to stay
        unexplained.removeAll(outcome.residue());
        result.forgetWay(unexplained, file);
      } else {
        assertThat(Disk.present(path)).as("something at the name").isFalse();
        unexplained.removeAll(outcome.residue());
        if (result.failedNames().contains("mkdir")) {
          result.forgetWay(unexplained, file); // a directory whose mkdir failed may be anybody's
        }
      }
    }
    assertThat(unexplained).as("left behind, not in the residue").isEmpty();
    if (!Disk.present(path)) {
      again(result);
      checkWhole(path, 1);
    }
  }

  /** The kernel says that the private name that is to be removed is gone, and it is not. */
  private static boolean isFalseAbsence(Result<PublishReceipt> result) {
    return result.call().name().equals("unlink")
        && result.fault().errno() == Errno.ENOENT
        && result.fault().how() == How.WITHOUT_EFFECT;
  }

  private static void checkWhole(Path path, int names) throws Exception {
    assertThat(Disk.holds(path, CONTENT)).as("whole").isTrue();
    assertThat(Disk.mode(path)).isEqualTo(0600);
    if (names > 0) {
      assertThat(Files.getAttribute(path, "unix:nlink")).isEqualTo(names);
    }
  }
}
