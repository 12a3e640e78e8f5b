package dev.holdfast.internal.engine.batch;

import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.directory.CommitSection;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * One change in a batch. A step that fails ends it, with the outcome that is true at that moment,
 * and touches no other member; later steps of an ended one do nothing.
 *
 * @param <R> the receipt
 */
final class Member<R> {
  /** One step of the change. */
  @FunctionalInterface
  private interface Step {
    /** Takes it; what it gives is handed on. */
    boolean take() throws Problem, SysException;
  }

  private final Mutation mutation;
  private final BatchedWrite.Staging<R> staging;
  private final BatchedWrite.Told<R> told;
  private @Nullable FileChange<R> file;
  private boolean ended;

  Member(BatchedWrite<R> write) {
    this.mutation = write.mutation();
    this.staging = write.staging();
    this.told = write.told();
  }

  /** Whether it waits for more steps. */
  boolean isUnderWay() {
    return !ended;
  }

  boolean isDurable() {
    return file().isDurable();
  }

  /** The description of its file, opened before the first byte of it was written. */
  Fd fd() {
    return file().file();
  }

  void stage() {
    step(
        () -> {
          file = staging.stage(mutation);
          return true;
        });
  }

  void sync() {
    step(
        () -> {
          file().sync();
          return true;
        });
  }

  /**
   * Takes the step to the name, unless others keep the name busy.
   *
   * @return false if they do; nothing has happened then
   */
  boolean appearAtOnce() {
    return step(() -> file().appearAtOnce());
  }

  /** Takes the step to the name, waiting for others if need be. */
  void appear() {
    step(
        () -> {
          file().appear();
          return true;
        });
  }

  /** The section in which it got its name. */
  CommitSection section() {
    return file().section();
  }

  /**
   * Takes over what the sync of the directory gave.
   *
   * @param failure why it failed, or null
   */
  void nameWasSynced(@Nullable Problem failure) {
    step(
        () -> {
          file().nameWasSynced(failure);
          return true;
        });
  }

  void conclude() {
    if (ended) {
      return;
    }
    R receipt;
    try {
      receipt = mutation.carryOut(() -> file().conclude());
    } catch (MutationException e) {
      end();
      told.failed(e);
      return;
    }
    end();
    told.done(receipt);
  }

  /** Gives what the step gave; true if there is nothing more to do for it. */
  private boolean step(Step step) {
    if (ended) {
      return true;
    }
    try {
      return mutation.carryOut(
          () -> {
            try {
              return step.take();
            } catch (Problem | SysException | RuntimeException | Error e) {
              end(); // what stays behind belongs to the outcome
              throw e;
            }
          });
    } catch (MutationException e) {
      told.failed(e);
      return true;
    }
  }

  private void end() {
    ended = true;
    if (file != null) {
      file.close();
    }
  }

  private FileChange<R> file() {
    if (file == null) {
      throw new IllegalStateException("not staged");
    }
    return file;
  }
}
