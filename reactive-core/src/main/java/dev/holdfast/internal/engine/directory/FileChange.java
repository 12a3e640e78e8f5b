package dev.holdfast.internal.engine.directory;

import dev.holdfast.Durability;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.PendingFile;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A new file on its way to its name, in the steps that every such change has: content, {@link
 * #sync}, {@link #appear}, sync of the name, {@link #conclude}. A change alone takes one after the
 * other ({@link #commit}); a batch takes each step for all its members, and may replace the two
 * syncs by ones that several members share. Which call gives the file its name is the subclass's.
 *
 * @param <R> the receipt
 */
public abstract class FileChange<R> implements PendingFile<R> {
  private final ManagedRoot root;
  private final Binding binding;
  private final Mutation mutation;
  private final Target target;
  private final OpenDirectory parent;
  private final StagedFile staged;
  private @Nullable CommitSection section;
  private @Nullable FileIdentity identity;
  private boolean lost;

  /**
   * A change whose file was made.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   * @param mutation the change
   * @param target the name, durability and fence
   * @param parent the directory of the name, closed with this
   * @param staged the file, started; closed with this
   */
  protected FileChange(
      ManagedRoot root,
      Binding binding,
      Mutation mutation,
      Target target,
      OpenDirectory parent,
      StagedFile staged) {
    this.root = root;
    this.binding = binding;
    this.mutation = mutation;
    this.target = target;
    this.parent = parent;
    this.staged = staged;
  }

  /**
   * Gives the file its name, inside a commit section.
   *
   * @param file the file
   * @param dir the directory of the name
   * @param leaf the name
   * @throws Problem if it is proven that the file did not get the name
   * @throws SysException likewise
   * @throws MutationException if nobody knows
   */
  protected abstract void name(NewFile file, OpenDirectory dir, Name leaf)
      throws Problem, SysException;

  /**
   * The receipt.
   *
   * @param found the file at its name
   * @param outcome how it got there
   * @return the receipt
   */
  protected abstract R receipt(FileIdentity found, MutationOutcome outcome);

  /** Removes what closing the file leaves, after it is proven that the change was not made. */
  protected void discard() {}

  /** Closes whatever else was opened for the change. */
  protected void release() {}

  @Override
  public final void write(ByteSource piece) throws SysException {
    staged.write(piece);
  }

  @Override
  public final NewFile end() {
    return staged.finish();
  }

  /**
   * Writes the whole content.
   *
   * @param content the content
   * @return this; closed if it could not be written
   * @throws SysException if not all could be written
   */
  public final FileChange<R> filledWith(ByteSource content) throws SysException {
    try {
      write(content);
      return this;
    } catch (SysException | RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public final R commit() throws Problem, SysException {
    if (isDurable()) {
      sync();
    }
    appear();
    if (isDurable()) {
      syncName();
    }
    return conclude();
  }

  /**
   * Whether the change has to survive a power cut, and so needs the syncs.
   *
   * @return true with {@link Durability#FULL}
   */
  public final boolean isDurable() {
    return target.durable();
  }

  /**
   * The file's own description, opened before its first byte was written.
   *
   * @return the descriptor, not to be closed by the caller
   */
  public final Fd file() {
    return staged.fd();
  }

  /**
   * Makes the content durable. After a failure the file must not get its name: the kernel may have
   * dropped what it could not write.
   *
   * @throws SysException if that is not proven
   */
  public final void sync() throws SysException {
    mutation.enter(Phase.FILE_SYNC);
    staged.sync();
  }

  /**
   * Makes the file visible under its name and recognises it there. Others are let in afterwards;
   * the directory stays open for the sync that has to follow.
   *
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows whether the file is visible
   */
  public final void appear() throws Problem, SysException {
    mutation.enter(Phase.COMMIT);
    appearIn(CommitSection.enter(root, binding, target.names(), parent, isDurable()));
  }

  /**
   * As {@link #appear}, but without waiting for others that keep the name busy.
   *
   * @return false if they do; nothing has happened then
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows whether the file is visible
   */
  public final boolean appearAtOnce() throws Problem, SysException {
    mutation.enter(Phase.COMMIT);
    Optional<CommitSection> entered =
        CommitSection.tryEnter(root, binding, target.names(), parent, isDurable());
    if (entered.isPresent()) {
      appearIn(entered.get());
    }
    return entered.isPresent();
  }

  private void appearIn(CommitSection entered) throws Problem, SysException {
    section = entered;
    NewFile file = staged.finish();
    try {
      Fencing.commit(
          target.options().getFence(), () -> name(file, entered.parent(), target.names().leaf()));
    } catch (MutationException e) {
      lost = true; // nobody knows where our object is
      throw e;
    }
    mutation.committed();
    mutation.enter(Phase.VERIFY);
    identity = Verification.ofNewFile(root, entered.parent(), target.names().leaf(), file);
    entered.checkWay();
    entered.leave();
  }

  /**
   * The section in which the file got its name; its directory was opened before.
   *
   * @return the section, left, and closed with this
   */
  public final CommitSection section() {
    if (section == null) {
      throw new IllegalStateException("has no name yet");
    }
    return section;
  }

  /**
   * Makes the name durable.
   *
   * @throws Problem if the directory is not known to keep it
   * @throws SysException if that is not proven
   */
  private void syncName() throws Problem, SysException {
    mutation.enter(Phase.PARENT_SYNC);
    section().syncNames();
  }

  /**
   * Takes over what a sync of the directory gave that somebody else made after {@link #appear},
   * through a descriptor that was opened before it.
   *
   * @param failure why it failed, or null if it did not
   * @throws Problem the failure
   */
  public final void nameWasSynced(@Nullable Problem failure) throws Problem {
    mutation.enter(Phase.PARENT_SYNC);
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * Ends the change, after what its durability asks for: the root's path still means the root.
   *
   * @return the receipt
   * @throws Problem if it does not
   */
  public final R conclude() throws Problem {
    if (identity == null) {
      throw new IllegalStateException("has no name yet");
    }
    mutation.enter(Phase.VERIFY);
    binding.check(root.sys());
    return receipt(identity, mutation.complete(target.options().getDurability()));
  }

  @Override
  public final void close() {
    if (section != null) {
      section.close();
    }
    staged.close();
    if (!mutation.isCommitted() && !lost) {
      discard();
    }
    release();
    parent.close();
  }
}
