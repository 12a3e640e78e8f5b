package dev.holdfast.internal.engine.stream;

import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationReceipt;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.publish.Publish;
import dev.holdfast.internal.engine.replace.Replace;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.PendingFile;
import dev.holdfast.internal.sys.SysException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change whose content arrives in pieces. Each method is a step that may run on another thread
 * than the one before, never at the same time. A step that fails has closed and removed everything,
 * and is the last one; so are {@link #commit} and {@link #abandon}, one of which has to come.
 */
public final class StreamedWrite {
  private final Mutation mutation;
  private final Start start;
  private final ContentRule rule;
  private @Nullable PendingFile<? extends MutationReceipt> file;
  private long length;

  /**
   * Whether and what a file replaces.
   *
   * @param replaces whether what is there is replaced
   * @param expectation what it has to be then, or null for whatever is there
   */
  public record Kind(boolean replaces, @Nullable Expectation expectation) {

    /**
     * A change of this kind that has not begun.
     *
     * @param path the path of the file
     * @return the change
     */
    public Mutation mutation(String path) {
      if (expectation != null) {
        return Replace.exactMutation(path);
      }
      return replaces ? Replace.mutation(path) : Publish.mutation(path);
    }
  }

  /** Makes the file that will be written. */
  @FunctionalInterface
  public interface Start {
    /**
     * Makes it.
     *
     * @param mutation the change that it is for
     * @return the empty file
     * @throws Problem if it cannot be made
     * @throws SysException if a call failed
     */
    PendingFile<? extends MutationReceipt> begin(Mutation mutation) throws Problem, SysException;
  }

  /**
   * A change of which nothing was done yet.
   *
   * @param mutation the change
   * @param start makes its file
   * @param rule what the content has to be
   */
  public StreamedWrite(Mutation mutation, Start start, ContentRule rule) {
    this.mutation = mutation;
    this.start = start;
    this.rule = rule;
  }

  /**
   * The first step: makes the file.
   *
   * @throws MutationException saying what happened
   */
  public void open() {
    file = mutation.<PendingFile<? extends MutationReceipt>>carryOut(() -> start.begin(mutation));
  }

  /**
   * Writes the next piece.
   *
   * @param piece the piece
   * @throws MutationException saying why not; nothing is left then
   */
  public void write(ByteSource piece) {
    step(
        pending -> {
          rule.admit(length + piece.length());
          pending.write(piece);
          length += piece.length();
          return true;
        });
  }

  /**
   * Commits what was written.
   *
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public MutationReceipt commit() {
    return step(
        pending -> {
          NewFile content = pending.end();
          rule.check(content.length(), content.sha256());
          MutationReceipt receipt = pending.commit();
          pending.close();
          return receipt;
        });
  }

  /**
   * Gives up: closes and removes what there is.
   *
   * @param why why
   * @return the failure for whoever waits for the change
   */
  public MutationException abandon(Problem why) {
    if (file != null) {
      file.close();
    }
    return mutation.fail(why);
  }

  private interface Step<T> {
    T take(PendingFile<? extends MutationReceipt> file) throws Problem, SysException;
  }

  private <T> T step(Step<T> step) {
    PendingFile<? extends MutationReceipt> pending = Objects.requireNonNull(file, "not open");
    return mutation.carryOut(
        () -> {
          try {
            return step.take(pending);
          } catch (Problem | SysException | RuntimeException | Error e) {
            pending.close();
            throw e;
          }
        });
  }
}
