package dev.holdfast.internal.engine.publish;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.PublishReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.PendingFile;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.SysException;

/**
 * Publishes one file without replacing: an unnamed file in the destination directory is secured,
 * written and synced, then linked to its name, which the kernel refuses if the name is taken; then
 * the directory is synced. A crash before the link leaves nothing, one after it the whole file.
 */
public final class Publish {
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
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun, for failures before the operation runs.
   *
   * @param path the path of the new file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("publish", path, Primitive.LINKAT_NOREPLACE);
  }

  /**
   * Publishes.
   *
   * @param path the path of the new file
   * @param content its content
   * @param options durability and parents
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public PublishReceipt run(String path, ByteSource content, WriteOptions options) {
    Mutation mutation = mutation(path);
    return mutation.carryOut(
        () -> {
          try (FileChange<PublishReceipt> file = stage(mutation, path, content, options)) {
            return file.commit();
          }
        });
  }

  /**
   * Writes the new file where nobody sees it.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param path the path of the new file
   * @param content its content
   * @param options durability and parents
   * @return the file, not synced yet; to be closed
   * @throws Problem if it cannot be made
   * @throws SysException if a call failed
   */
  public FileChange<PublishReceipt> stage(
      Mutation mutation, String path, ByteSource content, WriteOptions options)
      throws Problem, SysException {
    NamePath names = ManagedPath.parse(path);
    root.checkSize(content.length());
    return begin(mutation, path, names, options).filledWith(content);
  }

  /**
   * Begins to publish a file whose content comes piece by piece.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param path the path of the new file
   * @param options durability and parents
   * @return the empty file, to be closed
   * @throws Problem if it cannot be made
   * @throws SysException if a call failed
   */
  public PendingFile<PublishReceipt> begin(Mutation mutation, String path, WriteOptions options)
      throws Problem, SysException {
    return begin(mutation, path, ManagedPath.parse(path), options);
  }

  /**
   * Publishes for another operation, whatever the size of the content.
   *
   * @param mutation the other operation's change
   * @param path the path of the new file
   * @param names the same path, parsed
   * @param content its content
   * @param options durability and parents
   * @return the receipt
   * @throws Problem if it cannot go on, {@link ErrorCode#DESTINATION_CONFLICT} among others
   * @throws SysException if a call failed
   */
  public PublishReceipt publish(
      Mutation mutation, String path, NamePath names, ByteSource content, WriteOptions options)
      throws Problem, SysException {
    try (FileChange<PublishReceipt> file =
        begin(mutation, path, names, options).filledWith(content)) {
      return file.commit();
    }
  }

  private Pending begin(Mutation mutation, String path, NamePath names, WriteOptions options)
      throws Problem, SysException {
    boolean durable = options.getDurability() == Durability.FULL;
    OpenDirectory parent =
        parents.open(mutation, names.parent(), options.isCreateParents(), durable);
    try {
      mutation.enter(Phase.STAGE);
      StagedFile staged = stage(parent);
      try {
        staged.start(mutation, root.ownerOnly());
        return new Pending(mutation, path, names, options, parent, staged);
      } catch (Problem | SysException | RuntimeException | Error e) {
        staged.close();
        throw e;
      }
    } catch (Problem | SysException | RuntimeException | Error e) {
      parent.close();
      throw e;
    }
  }

  /** The unnamed file in its directory. */
  private final class Pending extends FileChange<PublishReceipt> {
    private final Mutation mutation;
    private final String path;
    private final StagedFile staged;

    Pending(
        Mutation mutation,
        String path,
        NamePath names,
        WriteOptions options,
        OpenDirectory parent,
        StagedFile staged) {
      super(root, binding, mutation, names, options, parent, staged);
      this.mutation = mutation;
      this.path = path;
      this.staged = staged;
    }

    @Override
    protected void name(NewFile file, OpenDirectory dir, Name leaf) throws Problem {
      link(mutation, staged, dir, leaf);
    }

    @Override
    protected PublishReceipt receipt(FileIdentity found, MutationOutcome outcome) {
      return new PublishReceipt(path, found, outcome);
    }
  }

  private StagedFile stage(OpenDirectory parent) throws Problem, SysException {
    try {
      return StagedFile.unnamed(root.sys(), parent.fd());
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
      case UNKNOWN -> throw mutation.unknown(Problem.of(attempt.failure().orElseThrow()));
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
