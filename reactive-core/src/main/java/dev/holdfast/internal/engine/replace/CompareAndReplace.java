package dev.holdfast.internal.engine.replace;

import dev.holdfast.Durability;
import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.WriteOptions;
import dev.holdfast.internal.engine.directory.CommitSection;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.directory.Verification;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.path.ManagedPath;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.ByteSource;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.engine.staging.Unlinking;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;

/**
 * Replaces one file if it is the expected one. The new file is written and synced in staging; under
 * the commit lock what is at the name is compared, and exchanged with the new file in one call; and
 * since somebody who does not take that lock could have got in between, what came out is compared
 * once more. If it is not what was compared, it goes back.
 *
 * <p>Between the exchange and the way back, readers may see content that is then not there.
 */
public final class CompareAndReplace {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public CompareAndReplace(ManagedRoot root, Binding binding) {
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
    return new Mutation("compareAndReplace", path, Primitive.RENAMEAT2_EXCHANGE);
  }

  /**
   * Replaces.
   *
   * @param path the path of the file
   * @param expectation what it has to be
   * @param content its new content
   * @param options durability
   * @return the receipt
   * @throws MutationException saying what happened to the data
   */
  public ReplaceReceipt run(
      String path, Expectation expectation, ByteSource content, WriteOptions options) {
    Mutation mutation = mutation(path);
    return mutation.carryOut(() -> replace(mutation, path, expectation, content, options));
  }

  private ReplaceReceipt replace(
      Mutation mutation,
      String path,
      Expectation expectation,
      ByteSource content,
      WriteOptions options)
      throws Problem, SysException {
    NamePath names = ManagedPath.parse(path);
    root.checkSize(content.length());
    boolean durable = options.getDurability() == Durability.FULL;
    try (OpenDirectory parent = parents.openPresent(names.parent())) {
      root.ways().prove(names.parent(), parent, durable);
      if (!root.root().capabilities().renameExchange()) {
        throw new Problem(
            ErrorCode.ATOMIC_UNAVAILABLE,
            "expected a file system that exchanges two names in one step (RENAME_EXCHANGE)");
      }
      try (Expected expected = Expected.at(root, parent, names.leaf(), expectation)) {
        mutation.enter(Phase.STAGE);
        // recovery knows it by its size and times, which a power cut must not change: it would be
        // taken for somebody else's and put back in the place of the new file
        root.sys().sync(expected.file());
        return stage(mutation, path, names, parent, expected, content, options);
      }
    }
  }

  private ReplaceReceipt stage(
      Mutation mutation,
      String path,
      NamePath names,
      OpenDirectory parent,
      Expected expected,
      ByteSource content,
      WriteOptions options)
      throws Problem, SysException {
    boolean durable = options.getDurability() == Durability.FULL;
    StagingDirectory staging = root.writeSide().staging();
    Name stagedName = staging.newName();
    try (StagedFile staged = StagedFile.named(root.sys(), staging.dir(), stagedName)) {
      NewFile file = staged.fill(mutation, root.ownerOnly(), content, durable);
      mutation.enter(Phase.COMMIT);
      try (CommitSection section = CommitSection.enter(root, binding, names, parent, durable)) {
        OpenDirectory dir = section.parent();
        Stat compared = present(dir, names.leaf());
        expected.check(compared);
        Exchange exchange = new Exchange(root, mutation, stagedName, file.self(), compared);
        exchange.commit(dir.fd(), names);
        exchange.dropPredecessor();
        mutation.enter(Phase.VERIFY);
        FileIdentity identity = Verification.ofNewFile(root, dir, names.leaf(), file);
        section.conclude(mutation, durable);
        return new ReplaceReceipt(
            path, identity, false, mutation.complete(options.getDurability()));
      }
    } catch (MutationException e) {
      throw e; // it says what is left
    } catch (Problem | SysException | RuntimeException | Error e) {
      if (!mutation.isCommitted()) {
        discard(mutation, staging, stagedName);
      }
      throw e;
    }
  }

  private Stat present(OpenDirectory dir, Name leaf) throws Problem, SysException {
    return PresentFile.at(root, dir, leaf)
        .orElseThrow(() -> new Problem(ErrorCode.NOT_FOUND, "nothing is there"));
  }

  /** Removes our own object from staging after it is proven that the change was not made. */
  private void discard(Mutation mutation, StagingDirectory staging, Name stagedName) {
    try {
      Unlinking.unlinkIfThere(root.sys(), staging.dir(), stagedName);
    } catch (SysException e) {
      mutation.leaves(staging.pathOf(stagedName));
    }
  }
}
