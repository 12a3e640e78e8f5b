package dev.holdfast.internal.engine.replace;

import dev.holdfast.Expectation;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.NewFiles;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.history.History;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * Replaces one file, whatever it is or if it is the expected one: the new file is written and
 * synced in staging; what gives it the name is a {@link Replacement}'s. A crash leaves the old file
 * or the new one; what is left in staging is removed by the next recovery.
 */
public final class Replace extends NewFiles<ReplaceReceipt> {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;
  private final @Nullable Expectation expectation;

  /**
   * The operation on one root, for whatever is there or nothing.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Replace(ManagedRoot root, Binding binding) {
    this(root, binding, null);
  }

  private Replace(ManagedRoot root, Binding binding, @Nullable Expectation expectation) {
    super(root);
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
    this.expectation = expectation;
  }

  /**
   * The same operation, for one file only.
   *
   * @param expected what the file has to be that is replaced
   * @return the operation
   */
  public Replace expecting(Expectation expected) {
    return new Replace(root, binding, expected);
  }

  /**
   * A replace that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("replace", path, Primitive.RENAMEAT_REPLACE);
  }

  /**
   * A compare-and-replace that has not begun.
   *
   * @param path the path of the file
   * @return the change
   */
  public static Mutation exactMutation(String path) {
    return new Mutation("compareAndReplace", path, Primitive.RENAMEAT2_EXCHANGE);
  }

  @Override
  public FileChange<ReplaceReceipt> begin(Mutation mutation, Target target)
      throws Problem, SysException {
    Fencing.check(target.options().getFence());
    @Nullable String key =
        root.writeSide().history().keeps() ? History.keyOf(target.names()) : null;
    OpenDirectory parent =
        expectation == null
            ? parents.open(mutation, target)
            : parents.openPresent(target.names().parent(), target.durable());
    @Nullable Expected expected = null;
    try {
      expected = expected(target, parent);
      mutation.enter(Phase.STAGE);
      if (expected != null) {
        expected.settle(root, target.names());
      }
      if (key != null) {
        root.writeSide().history().prepare(key);
      }
      Name stagedName = root.writeSide().staging().newName();
      StagedFile staged = stage(mutation, stagedName);
      return new Replacement(
          root, binding, mutation, target, parent, staged, stagedName, expected, key);
    } catch (Problem | SysException | RuntimeException | Error e) {
      if (expected != null) {
        expected.close();
      }
      parent.close();
      throw e;
    }
  }

  private @Nullable Expected expected(Target target, OpenDirectory parent)
      throws Problem, SysException {
    return expectation == null
        ? null
        : Expected.at(root, parent, target.names().leaf(), expectation);
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
      discard(root, mutation, stagedName);
      throw e;
    }
  }
}
