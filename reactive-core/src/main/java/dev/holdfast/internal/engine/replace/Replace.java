package dev.holdfast.internal.engine.replace;

import dev.holdfast.Durability;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.PendingFile;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;

/**
 * Replaces one file whatever it is: the new file is written and synced in staging, then renamed
 * over the name under the commit lock, then the directory is synced. A crash leaves the old file or
 * the new one; what is left in staging is removed by the next recovery.
 */
public final class Replace {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Replace(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun, for failures before the operation runs.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("replace", path, Primitive.RENAMEAT_REPLACE);
  }

  /**
   * Replaces.
   *
   * @param path the path of the file
   * @param content its new content
   * @param options durability and parents
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt run(String path, ByteSource content, WriteOptions options) {
    Mutation mutation = mutation(path);
    return mutation.carryOut(
        () -> {
          try (FileChange<ReplaceReceipt> file = stage(mutation, path, content, options)) {
            return file.commit();
          }
        });
  }

  /**
   * Writes the new file where nobody sees it.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param path the path of the file
   * @param content its new content
   * @param options durability and parents
   * @return the new file, not synced yet; to be closed
   * @throws Problem if it cannot be made
   * @throws SysException if a call failed
   */
  public FileChange<ReplaceReceipt> stage(
      Mutation mutation, String path, ByteSource content, WriteOptions options)
      throws Problem, SysException {
    NamePath names = ManagedPath.parse(path);
    root.checkSize(content.length());
    return begin(mutation, path, names, options).filledWith(content);
  }

  /**
   * Begins to replace a file by one whose content comes piece by piece.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param path the path of the file
   * @param options durability and parents
   * @return the new file, empty, to be closed
   * @throws Problem if it cannot be made
   * @throws SysException if a call failed
   */
  public PendingFile<ReplaceReceipt> begin(Mutation mutation, String path, WriteOptions options)
      throws Problem, SysException {
    return begin(mutation, path, ManagedPath.parse(path), options);
  }

  private Pending begin(Mutation mutation, String path, NamePath names, WriteOptions options)
      throws Problem, SysException {
    boolean durable = options.getDurability() == Durability.FULL;
    OpenDirectory parent =
        parents.open(mutation, names.parent(), options.isCreateParents(), durable);
    try {
      mutation.enter(Phase.STAGE);
      Name stagedName = root.writeSide().staging().newName();
      StagedFile staged = stage(mutation, stagedName);
      return new Pending(mutation, path, names, options, parent, stagedName, staged);
    } catch (Problem | SysException | RuntimeException | Error e) {
      parent.close();
      throw e;
    }
  }

  private StagedFile stage(Mutation mutation, Name stagedName) throws Problem, SysException {
    try {
      StagedFile staged =
          StagedFile.named(root.sys(), root.writeSide().staging().dir(), stagedName);
      try {
        staged.start(mutation, root.ownerOnly());
        return staged;
      } catch (Problem | SysException | RuntimeException | Error e) {
        staged.close();
        throw e;
      }
    } catch (Problem | SysException | RuntimeException | Error e) {
      discard(mutation, stagedName);
      throw e;
    }
  }

  /** The new file in staging. */
  private final class Pending extends FileChange<ReplaceReceipt> {
    private final Mutation mutation;
    private final String path;
    private final NamePath names;
    private final Name stagedName;
    private boolean created;

    Pending(
        Mutation mutation,
        String path,
        NamePath names,
        WriteOptions options,
        OpenDirectory parent,
        Name stagedName,
        StagedFile staged) {
      super(root, binding, mutation, names, options, parent, staged);
      this.mutation = mutation;
      this.path = path;
      this.names = names;
      this.stagedName = stagedName;
    }

    @Override
    protected void name(NewFile file, OpenDirectory dir, Name leaf) throws Problem, SysException {
      created = PresentFile.at(root, dir, leaf).isEmpty();
      rename(mutation, stagedName, dir, leaf, file.self());
    }

    @Override
    protected ReplaceReceipt receipt(FileIdentity found, MutationOutcome outcome) {
      root.kept().forget(names); // nobody appends to the old file any more
      return new ReplaceReceipt(path, found, created, outcome);
    }

    @Override
    protected void discard() {
      Replace.this.discard(mutation, stagedName);
    }
  }

  /** Renames over the name. A call that failed is not believed: what is at the names decides. */
  private void rename(Mutation mutation, Name stagedName, OpenDirectory dir, Name leaf, Stat self)
      throws Problem, SysException {
    Sys sys = root.sys();
    Fd staging = root.writeSide().staging().dir();
    for (int repeats = 0; ; repeats++) {
      try {
        sys.renameReplace(staging, stagedName, dir.fd(), leaf);
        return;
      } catch (SysException e) {
        if (isAt(staging, stagedName, self)) {
          if (e.errno() == Errno.EINTR && root.local() && repeats < InterruptRetrySys.ATTEMPTS) {
            continue;
          }
          throw e;
        }
        if (isAt(dir.fd(), leaf, self)) {
          return;
        }
        mutation.leaves(root.writeSide().staging().pathOf(stagedName));
        throw mutation.unknown(Problem.of(e));
      }
    }
  }

  private boolean isAt(Fd dir, Name name, Stat object) {
    try {
      return root.sys().stat(dir, name).sameObject(object);
    } catch (SysException e) {
      return false;
    }
  }

  /** Removes our own object from staging after it is proven that the change was not made. */
  private void discard(Mutation mutation, Name stagedName) {
    StagingDirectory staging = root.writeSide().staging();
    try {
      Unlinking.unlinkIfThere(root.sys(), staging.dir(), stagedName);
    } catch (SysException e) {
      mutation.leaves(staging.pathOf(stagedName));
    }
  }
}
