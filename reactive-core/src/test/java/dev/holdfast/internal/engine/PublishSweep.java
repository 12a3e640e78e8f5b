package dev.holdfast.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.DurabilityState;
import dev.holdfast.MutationOutcome.State;
import dev.holdfast.PublishReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.staging.ByteSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a publish has to be true about, whatever fails. */
abstract class PublishSweep extends Sweep<PublishReceipt> {
  private static final byte[] CONTENT = Disk.bytes(150_000);

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
    Path path = result.root().path().resolve(file);
    Set<String> unexplained = new HashSet<>(result.added());
    if (result.succeeded()) {
      checkWhole(path);
      assertThat(result.value().outcome().durability()).isEqualTo(DurabilityState.PROVEN);
      assertThat(result.value().identity().sha256()).isEqualTo(Disk.sha256(CONTENT));
      assertThat(result.syncFailed()).as("a sync failed").isFalse();
      removeWithParents(unexplained);
    } else {
      MutationException failure = (MutationException) result.thrown();
      MutationOutcome outcome = failure.mutation();
      if (result.failed().size() == 1) {
        checkCode(result, failure);
      }
      assertThat(outcome.durability()).isNotEqualTo(DurabilityState.PROVEN);
      for (String left : outcome.residue()) {
        assertThat(result.root().path().resolve(left)).as("residue").exists();
      }
      if (outcome.state() == State.UNKNOWN) {
        assertThat(names(result))
            .as("what failed")
            .contains("link")
            .containsAnyOf("stat", "statName");
        return;
      }
      if (outcome.state() == State.COMMITTED) {
        checkWhole(path);
        removeWithParents(unexplained);
      } else {
        assertThat(Disk.present(path)).as("something at the name").isFalse();
        unexplained.removeAll(outcome.residue());
      }
    }
    assertThat(unexplained).as("left behind, not in the residue").isEmpty();
    if (!Disk.present(path)) {
      run(result.root().handle());
      checkWhole(path);
    }
  }

  private static List<String> names(Result<PublishReceipt> result) {
    return result.failed().stream().map(InterceptingSys.Call::name).toList();
  }

  private void removeWithParents(Set<String> names) {
    for (Path at = Path.of(file); at != null; at = at.getParent()) {
      names.remove(at.toString());
    }
  }

  private static void checkCode(Result<PublishReceipt> result, MutationException failure) {
    MutationOutcome outcome = failure.mutation();
    boolean unproven =
        outcome.state() == State.COMMITTED
            && failure.code() == ErrorCode.DURABILITY_NOT_PROVABLE
            && result.call().name().equals("sync");
    assertThat(
            unproven
                || Faults.explains(failure.code(), result.call().name(), result.fault().errno()))
        .as("code " + failure.code())
        .isTrue();
    if (!Faults.isOrdinary(result.fault().errno())) {
      assertThat(outcome.errno()).isEqualTo(FaultySys.failure(result.fault().errno(), "").number());
    }
  }

  private static void checkWhole(Path path) throws Exception {
    assertThat(path).hasBinaryContent(CONTENT);
    assertThat(Disk.mode(path)).isEqualTo(0600);
    assertThat(Files.getAttribute(path, "unix:nlink")).isEqualTo(1);
  }
}
