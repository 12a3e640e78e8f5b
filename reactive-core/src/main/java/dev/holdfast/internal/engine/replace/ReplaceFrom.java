package dev.holdfast.internal.engine.replace;

import dev.holdfast.ErrorCode;
import dev.holdfast.Expectation;
import dev.holdfast.MutationException;
import dev.holdfast.MutationOutcome.Phase;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.internal.engine.directory.Identities;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.Parents;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.directory.TwoNames;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.history.History;
import dev.holdfast.internal.engine.outcome.Fencing;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import org.jspecify.annotations.Nullable;

/**
 * Replaces one file by another one of the store, both of them the expected ones: under the commit
 * locks of both names they are compared; the new one is moved into staging, beside a note of where
 * it is at home, and exchanged from there with the old one, which is compared once more. A crash in
 * between leaves recovery everything that it needs to end that, or to bring the new one home.
 *
 * <p>For the time of two calls, readers see neither file at the source's name and the old one at
 * the destination.
 */
public final class ReplaceFrom {
  private final ManagedRoot root;
  private final Binding binding;
  private final Parents parents;

  /**
   * The operation on one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public ReplaceFrom(ManagedRoot root, Binding binding) {
    this.root = root;
    this.binding = binding;
    this.parents = new Parents(root, binding);
  }

  /**
   * A change that has not begun.
   *
   * @param destination the path of the file that is replaced
   * @return the change
   */
  public static Mutation mutation(String destination) {
    return new Mutation("replaceFrom", destination, Primitive.RENAMEAT2_EXCHANGE);
  }

  /**
   * Replaces.
   *
   * @param mutation the change, as {@link #mutation} makes it
   * @param source the path of the new file, where nothing is afterwards
   * @param expectedSource what it has to be
   * @param destination the file that is replaced; durability and fence
   * @param expectedDestination what it has to be
   * @return the receipt
   * @throws Problem if it cannot go on
   * @throws SysException if a call failed
   * @throws MutationException if nobody knows where the files are
   */
  public ReplaceReceipt make(
      Mutation mutation,
      String source,
      Expectation expectedSource,
      Target destination,
      Expectation expectedDestination)
      throws Problem, SysException {
    Fencing.check(destination.options().getFence());
    NamePath from = root.view().parse(source);
    NamePath to = destination.names();
    if (from.equals(to)) {
      throw new Problem(ErrorCode.INVALID_PATH, "expected two paths, found one twice");
    }
    try (OpenDirectory sourceParent = parents.openPresent(from.parent(), false);
        OpenDirectory targetParent = parents.openPresent(to.parent(), destination.durable());
        Expected next = at("the source", sourceParent, from.leaf(), expectedSource);
        Expected last = at("the destination", targetParent, to.leaf(), expectedDestination)) {
      mutation.enter(Phase.FILE_SYNC);
      root.sys().sync(next.file()); // a name must not last longer than what it means
      last.settle(root, to);
      mutation.enter(Phase.COMMIT);
      try (TwoNames names = TwoNames.enter(root, binding, from, sourceParent, to, targetParent)) {
        Stat nextNow = present(names.first(), from.leaf());
        next.check(nextNow);
        Stat lastNow = present(names.second(), to.leaf());
        last.check(lastNow);
        Stat found =
            root.root().capabilities().renameExchange()
                ? exchange(mutation, from, destination, names, nextNow, lastNow)
                : renameOver(mutation, from, destination, names, nextNow, last);
        return new ReplaceReceipt(
            destination.path(),
            Identities.of(found),
            false,
            root.root().capabilities().comparison(),
            mutation.complete(destination.options().getDurability()));
      }
    }
  }

  private Expected at(String which, OpenDirectory parent, Name leaf, Expectation expectation)
      throws Problem, SysException {
    try {
      return Expected.at(root, parent, leaf, expectation);
    } catch (Problem e) {
      throw e.with(which);
    }
  }

  private Stat present(OpenDirectory dir, Name leaf) throws Problem, SysException {
    return PresentFile.at(root, dir, leaf)
        .orElseThrow(() -> new Problem(ErrorCode.NOT_FOUND, "nothing is there"));
  }

  /** Both directories are always synced: a note may go only when what it is about is durable. */
  private Stat exchange(
      Mutation mutation, NamePath from, Target destination, TwoNames names, Stat next, Stat last)
      throws Problem, SysException {
    NamePath to = destination.names();
    History history = root.writeSide().history();
    @Nullable String key = history.keeps() ? History.keyOf(to) : null;
    if (key != null) {
      history.prepare(key);
    }
    Exchange exchange =
        new Exchange(
            root,
            mutation,
            new BorrowedIncoming(root, mutation, names.first().fd(), from, to, next),
            last,
            new Predecessor(root, true, key, true));
    Fencing.commit(
        destination.options().getFence(), () -> exchange.commit(names.second().fd(), to.leaf()));
    forgetKept(from, to);
    exchange.dropPredecessor();
    Stat found = verify(mutation, names, to, next);
    names.conclude(mutation, binding, root.sys(), true);
    exchange.end();
    return found;
  }

  private Stat renameOver(
      Mutation mutation,
      NamePath from,
      Target destination,
      TwoNames names,
      Stat next,
      Expected last)
      throws Problem, SysException {
    NamePath to = destination.names();
    mutation.by(Primitive.RENAMEAT_REPLACE);
    last.close(); // NFS would take an open file out of the way first, and not in one step
    forgetKept(from, to);
    Renaming renaming = new Renaming(root, mutation, names.first().fd(), from.leaf(), next);
    Fencing.commit(
        destination.options().getFence(),
        () -> renaming.commit(names.second().fd(), to.leaf(), root.view().text(from)));
    mutation.committed();
    Stat found = verify(mutation, names, to, next);
    names.conclude(mutation, binding, root.sys(), destination.durable());
    return found;
  }

  private Stat verify(Mutation mutation, TwoNames names, NamePath to, Stat next)
      throws Problem, SysException {
    mutation.enter(Phase.VERIFY);
    Stat found = root.sys().stat(names.second().fd(), to.leaf());
    if (!Expected.isUnchanged(next, found)) {
      throw new Problem(
          ErrorCode.IDENTITY_MISMATCH, "the new file was replaced at once by somebody else");
    }
    return found;
  }

  private void forgetKept(NamePath from, NamePath to) {
    root.kept().forget(from);
    root.kept().forget(to);
  }
}
