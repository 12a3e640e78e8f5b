package dev.holdfast.internal.engine.publish;

import dev.holdfast.DirectoryReceipt;
import dev.holdfast.Durability;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.SysException;
import java.util.ArrayList;
import java.util.List;

/** Makes a directory and its missing parents, and proves that they are there to stay. */
public final class EnsureDirectory {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public EnsureDirectory(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun.
   *
   * @param path the path of the directory
   * @return the change
   */
  public static Mutation mutation(String path) {
    return new Mutation("ensureDirectory", path, Primitive.MKDIRAT);
  }

  /**
   * Makes the directory.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param path the path of the directory
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   */
  public DirectoryReceipt make(Mutation mutation, String path) throws Problem, SysException {
    NamePath names = root.view().parse(path);
    mutation.enter(Phase.COMMIT);
    List<String> made = new ArrayList<>();
    try (OpenDirectory dir = parents.make(names, made)) {
      mutation.committed();
      mutation.enter(Phase.PARENT_SYNC);
      root.ways().prove(names, dir, true);
      mutation.enter(Phase.VERIFY);
      binding.check(root.sys());
      return new DirectoryReceipt(path, !made.isEmpty(), mutation.complete(Durability.FULL));
    } finally {
      if (!mutation.isCommitted()) {
        made.forEach(mutation::leaves);
      }
    }
  }
}
