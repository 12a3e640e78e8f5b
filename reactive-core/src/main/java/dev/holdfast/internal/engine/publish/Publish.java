package dev.holdfast.internal.engine.publish;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.PublishReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.root.Identities;
import dev.holdfast.internal.engine.root.ManagedRoot;
import dev.holdfast.internal.engine.root.OpenDirectory;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.sys.Errno;
import dev.holdfast.internal.sys.FileType;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes one file without replacing: an unnamed file in the destination directory is secured,
 * written and synced, then linked to its name, which the kernel refuses if the name is taken; then
 * the directory is synced. A crash before the link leaves nothing, one after it the whole file.
 */
public final class Publish {
  private final ManagedRoot root;
  private final Binding binding;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Publish(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
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
    try {
      return publish(mutation, path, content, options);
    } catch (Problem e) {
      throw mutation.fail(e);
    } catch (SysException e) {
      throw mutation.fail(describe(e));
    } catch (MutationException e) {
      throw e;
    } catch (RuntimeException | Error e) {
      throw mutation.crashed(e);
    }
  }

  private PublishReceipt publish(
      Mutation mutation, String path, ByteSource content, WriteOptions options)
      throws Problem, SysException {
    NamePath names = ManagedPath.parse(path);
    int limit = root.options().maxFileBytes();
    if (content.length() > limit) {
      throw new Problem(
          ErrorCode.TOO_LARGE, "expected at most " + limit + " bytes, found " + content.length());
    }
    boolean durable = options.getDurability() == Durability.FULL;
    try (OpenDirectory parent = parent(mutation, names.parent(), options)) {
      if (durable) {
        root.directories().proveDurable(names.parent(), parent);
      }
      mutation.enter(Phase.STAGE);
      try (StagedFile staged = StagedFile.create(root.sys(), parent.fd())) {
        mutation.enter(Phase.SECURE);
        Stat self = staged.secure(root.ownerOnly());
        mutation.enter(Phase.WRITE);
        String sha256 = staged.write(content);
        if (durable) {
          mutation.enter(Phase.FILE_SYNC);
          staged.sync();
        }
        mutation.enter(Phase.COMMIT);
        commit(mutation, staged, parent, names.leaf());
        mutation.committed();
        mutation.enter(Phase.VERIFY);
        Stat published = verify(self, parent, names.leaf(), content.length());
        if (durable) {
          mutation.enter(Phase.PARENT_SYNC);
          root.sys().sync(parent.fd());
          mutation.enter(Phase.VERIFY);
        }
        binding.check(root.sys());
        FileIdentity identity = Identities.of(published).withSha256(sha256);
        return new PublishReceipt(path, identity, mutation.complete(options.getDurability()));
      }
    }
  }

  private OpenDirectory parent(Mutation mutation, NamePath path, WriteOptions options)
      throws Problem, SysException {
    Stat rootStat = binding.check(root.sys());
    try {
      return root.directories().open(path, rootStat);
    } catch (Problem e) {
      if (e.code() != ErrorCode.NOT_FOUND || !options.isCreateParents()) {
        throw e;
      }
    }
    List<String> made = new ArrayList<>();
    try {
      return root.directories().make(path, rootStat, made);
    } finally {
      made.forEach(mutation::leaves);
    }
  }

  private void commit(Mutation mutation, StagedFile staged, OpenDirectory parent, Name leaf)
      throws Problem {
    StagedFile.Attempt attempt = staged.link(parent.fd(), leaf, root.root().capabilities().local());
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
      case ENOENT -> parentGone(e);
      case EINVAL, ENOSYS, EOPNOTSUPP -> new Problem(ErrorCode.ATOMIC_UNAVAILABLE, e.describe(), e);
      case EXDEV -> new Problem(ErrorCode.CROSS_DEVICE, e.describe(), e);
      default -> Problem.of(e);
    };
  }

  /** A failed call outside the commit: what ENOENT means depends on that. */
  private static Problem describe(SysException e) {
    return e.errno() == Errno.ENOENT ? parentGone(e) : Problem.of(e);
  }

  private static Problem parentGone(SysException e) {
    return new Problem(
        ErrorCode.CHANGED_CONCURRENTLY, "the directory was removed during the operation", e);
  }

  private Stat verify(Stat self, OpenDirectory parent, Name leaf, int length)
      throws Problem, SysException {
    Stat named;
    try {
      named = root.sys().stat(parent.fd(), leaf);
    } catch (SysException e) {
      if (e.errno() == Errno.ENOENT) {
        throw new Problem(
            ErrorCode.IDENTITY_MISMATCH, "the new file was removed again by somebody else", e);
      }
      throw e;
    }
    if (!named.sameObject(self)) {
      throw new Problem(
          ErrorCode.IDENTITY_MISMATCH, "the new file was replaced at once by somebody else");
    }
    if (named.size() != length || named.nlink() != 1) {
      throw new Problem(
          ErrorCode.IDENTITY_MISMATCH,
          "expected "
              + length
              + " bytes and one name, found "
              + named.size()
              + " and "
              + named.nlink());
    }
    root.ownerOnly().check(named, FileType.REGULAR);
    return named;
  }
}
