package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.MutationException;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;

/**
 * An operation that puts a new file at a name: alone, in a batch, or with content that comes piece
 * by piece.
 *
 * @param <R> the receipt
 */
public abstract class NewFiles<R> {
  private final ManagedRoot root;

  /**
   * The operation on one root.
   *
   * @param root the root
   */
  protected NewFiles(ManagedRoot root) {
    this.root = root;
  }

  /**
   * Makes the new file, empty, where nobody sees it.
   *
   * @param mutation the change that it is for
   * @param target where it is wanted, and how
   * @return the file, to be closed
   * @throws Problem if it cannot be made
   * @throws SysException if a call failed
   */
  public abstract FileChange<R> begin(Mutation mutation, Target target)
      throws Problem, SysException;

  /**
   * Writes the new file where nobody sees it.
   *
   * @param mutation the change that it is for
   * @param target where it is wanted, and how
   * @param content its content
   * @return the file, not synced yet; to be closed
   * @throws Problem {@link ErrorCode#TOO_LARGE} among others, if it cannot be made
   * @throws SysException if a call failed
   */
  public final FileChange<R> stage(Mutation mutation, Target target, ByteSource content)
      throws Problem, SysException {
    root.checkSize(content.length());
    return begin(mutation, target).filledWith(content);
  }

  /**
   * Makes the whole change.
   *
   * @param mutation the change
   * @param target where the file is wanted, and how
   * @param content its content
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows whether it was made
   */
  public final R make(Mutation mutation, Target target, ByteSource content)
      throws Problem, SysException {
    try (FileChange<R> file = stage(mutation, target, content)) {
      return file.commit();
    }
  }

  /**
   * Removes our own object from staging after it is proven that the change was not made.
   *
   * @param root the root
   * @param mutation the change, which is told if the object had to stay
   * @param stagedName the name of the object, which need not be there
   */
  public static void discard(ManagedRoot root, Mutation mutation, Name stagedName) {
    StagingDirectory staging = root.writeSide().staging();
    try {
      Unlinking.unlinkIfThere(root.sys(), staging.dir(), stagedName);
    } catch (SysException e) {
      mutation.leaves(staging.pathOf(stagedName));
    }
  }
}
