package dev.holdfast.internal.engine.remove;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.RemoveReceipt;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.read.Content;
import dev.holdfast.internal.engine.read.Reads;
import dev.holdfast.internal.sys.SysException;

/**
 * Takes a file out of the store: what is delivered is exactly what was removed, so that at most one
 * consumer gets it.
 */
public final class Consume {
  /** How often a file is read again that others change meanwhile. */
  private static final int ATTEMPTS = 4;

  private final Reads reads;
  private final Remove remove;

  /**
   * The operation on one root.
   *
   * @param reads reads files
   * @param remove removes them
   */
  public Consume(Reads reads, Remove remove) {
    this.reads = reads;
    this.remove = remove;
  }

  /**
   * A file that was taken out.
   *
   * @param content what was in it
   * @param receipt how it was removed
   */
  public record Consumed(Content content, RemoveReceipt receipt) {}

  /**
   * Takes a file out.
   *
   * @param target the file, durability and fence
   * @return what was in it
   * @throws Problem if it cannot be read
   * @throws SysException if a call fails in a way that has no special meaning
   * @throws MutationException saying what happened to the file; its content is delivered to nobody
   */
  public Consumed run(Target target) throws Problem, SysException {
    for (int attempt = 1; ; attempt++) {
      Content content = reads.whole(target.path());
      Expectation exactly = Expectation.identity(content.identity());
      try {
        Mutation mutation = Remove.mutation(target.path());
        RemoveReceipt receipt = mutation.carryOut(() -> remove.make(mutation, target, exactly));
        return new Consumed(content, receipt);
      } catch (MutationException e) {
        boolean changed = e.code() == ErrorCode.IDENTITY_MISMATCH;
        if (!changed || !e.mutation().provenNotCommitted() || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
