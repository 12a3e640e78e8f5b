package dev.holdfast.internal.engine.publish;

import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.Publication;
import dev.holdfast.PublishReceipt;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.NewFiles;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * Publishes one file without replacing: an unnamed file in the destination directory is secured,
 * written and synced, then linked to its name, which the kernel refuses if the name is taken; then
 * the directory is synced. A crash before the link leaves nothing, one after it the whole file.
 *
 * <p>Where there are no unnamed files it has a private name in staging and is moved from there, or
 * linked and that name removed; a crash may leave the private name.
 */
public final class Publish extends NewFiles<PublishReceipt> {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Publish(ManagedRoot root, Binding binding) {
    super(root);
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("publish", path, Primitive.LINKAT_NOREPLACE);
  }

  @Override
  public FileChange<PublishReceipt> begin(Mutation mutation, Target target)
      throws Problem, SysException {
    Fencing.check(target.options().getFence());
    OpenDirectory parent = parents.open(mutation, target);
    @Nullable Name own = root.writeSide().files().newName();
    try {
      mutation.enter(Phase.STAGE);
      StagedFile staged = stage(parent, own);
      try {
        staged.start(mutation, root.ownerOnly());
        return new Publishing(mutation, target, parent, staged);
      } catch (Problem | SysException | RuntimeException | Error e) {
        staged.close();
        throw e;
      }
    } catch (Problem | SysException | RuntimeException | Error e) {
      if (own != null) {
        discard(root, mutation, own);
      }
      parent.close();
      throw e;
    }
  }

  /** The unnamed file in its directory. */
  private final class Publishing extends FileChange<PublishReceipt> {
    private final Mutation mutation;
    private final String path;
    private final StagedFile staged;

    Publishing(Mutation mutation, Target target, OpenDirectory parent, StagedFile staged) {
      super(root, binding, mutation, target, parent, staged);
      this.mutation = mutation;
      this.path = target.path();
      this.staged = staged;
    }

    @Override
    protected void name(NewFile file, OpenDirectory dir, Name leaf) throws Problem, SysException {
      if (root.root().capabilities().publication() == Publication.RENAME) {
        mutation.by(Primitive.RENAMEAT2_NOREPLACE);
      }
      link(mutation, staged, dir, leaf);
      if (staged.hasPrivateName()) {
        mutation.committed();
        mutation.enter(Phase.CLEANUP);
        mutation.leaves(residue());
        staged.discard();
        mutation.leavesNothing();
      }
    }

    @Override
    protected void discard() {
      staged.privateName().ifPresent(own -> NewFiles.discard(root, mutation, own));
    }

    private String residue() {
      return root.writeSide().staging().pathOf(staged.privateName().orElseThrow());
    }

    @Override
    protected PublishReceipt receipt(FileIdentity found, MutationOutcome outcome) {
      return new PublishReceipt(path, found, outcome);
    }
  }

  private StagedFile stage(OpenDirectory parent, @Nullable Name own) throws Problem, SysException {
    try {
      return root.writeSide().files().wantedIn(parent.fd(), own);
    } catch (SysException e) {
      if (root.sys().stat(parent.fd()).nlink() == 0) { // ext4 answers EPERM then
        throw new Problem(
            ErrorCode.CHANGED_CONCURRENTLY, "the directory was removed during the operation", e);
      }
      throw e;
    }
  }

  private void link(Mutation mutation, StagedFile staged, OpenDirectory parent, Name leaf)
      throws Problem {
    StagedFile.Attempt attempt = staged.link(parent.fd(), leaf, root.local());
    switch (attempt.result()) {
      case DONE -> {}
      case REFUSED -> throw refused(attempt.failure().orElseThrow());
      case UNKNOWN -> {
        staged.privateName().map(root.writeSide().staging()::pathOf).ifPresent(mutation::leaves);
        throw mutation.unknown(Problem.of(attempt.failure().orElseThrow()));
      }
    }
  }

  private static Problem refused(SysException e) {
    return switch (e.errno()) {
      case EEXIST ->
          new Problem(
              ErrorCode.DESTINATION_CONFLICT, "expected a free name, found something at it", e);
      case ENOENT ->
          new Problem(
              ErrorCode.CHANGED_CONCURRENTLY, "the directory was removed during the operation", e);
      case EINVAL, ENOSYS, EOPNOTSUPP -> new Problem(ErrorCode.ATOMIC_UNAVAILABLE, e.describe(), e);
      case EXDEV -> new Problem(ErrorCode.CROSS_DEVICE, e.describe(), e);
      default -> Problem.of(e);
    };
  }
}
