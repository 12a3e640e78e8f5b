package dev.holdfast.internal.engine.replace;

import dev.holdfast.Comparison;
import dev.holdfast.ErrorCode;
import dev.holdfast.FileIdentity;
import dev.holdfast.MutationOutcome;
import dev.holdfast.MutationOutcome.Primitive;
import dev.holdfast.ReplaceReceipt;
import dev.holdfast.internal.engine.directory.FileChange;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.NewFiles;
import dev.holdfast.internal.engine.directory.OpenDirectory;
import dev.holdfast.internal.engine.directory.PresentFile;
import dev.holdfast.internal.engine.directory.Target;
import dev.holdfast.internal.engine.expect.Expected;
import dev.holdfast.internal.engine.outcome.Mutation;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.staging.NewFile;
import dev.holdfast.internal.engine.staging.StagedFile;
import dev.holdfast.internal.engine.staging.StagingDirectory;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.SysException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A new file in staging that replaces what is at a name.
 *
 * <p>Whatever is there: it is renamed over the name, in one call. The expected file only, or if
 * older versions are kept: what is at the name is compared under the commit lock, and exchanged
 * with the new file in one call; and since somebody who does not take that lock could have got in
 * between, what came out is compared once more. If it must not be replaced, it goes back; between
 * the exchange and the way back, readers may see content that is then not there.
 *
 * <p>The expected file only, on a file system that cannot exchange: it is compared twice and then
 * renamed over; only who takes the commit lock is safe from that.
 */
final class Replacement extends FileChange<ReplaceReceipt> {
  private final ManagedRoot root;
  private final Mutation mutation;
  private final Target target;
  private final Name stagedName;
  private final @Nullable Expected expected;
  private final @Nullable String key;
  private Comparison comparison = Comparison.NONE;
  private boolean created;

  Replacement(
      ManagedRoot root,
      Binding binding,
      Mutation mutation,
      Target target,
      OpenDirectory parent,
      StagedFile staged,
      Name stagedName,
      @Nullable Expected expected,
      @Nullable String key) {
    super(root, binding, mutation, target, parent, staged);
    this.root = root;
    this.mutation = mutation;
    this.target = target;
    this.stagedName = stagedName;
    this.expected = expected;
    this.key = key;
  }

  @Override
  protected void name(NewFile file, OpenDirectory dir, Name leaf) throws Problem, SysException {
    root.kept().forget(target.names()); // nobody appends to the old file any more
    Optional<Stat> present = PresentFile.at(root, dir, leaf);
    created = present.isEmpty();
    if (expected != null) {
      expected.check(
          present.orElseThrow(() -> new Problem(ErrorCode.NOT_FOUND, "nothing is there")));
      comparison = root.root().capabilities().comparison();
    }
    boolean exchanges = present.isPresent() && (expected != null || key != null);
    if (exchanges && root.root().capabilities().renameExchange()) {
      exchange(dir, present.get());
      return;
    }
    mutation.by(Primitive.RENAMEAT_REPLACE);
    if (expected != null) {
      expected.check(root.sys().stat(dir.fd(), leaf)); // as late as can be
      expected.close(); // NFS would take an open file out of the way first, and not in one step
    }
    StagingDirectory staging = root.writeSide().staging();
    new Renaming(root, mutation, staging.dir(), stagedName, file.self())
        .commit(dir.fd(), leaf, staging.pathOf(stagedName));
  }

  private void exchange(OpenDirectory dir, Stat present) throws Problem, SysException {
    mutation.by(Primitive.RENAMEAT2_EXCHANGE);
    if (expected == null && isDurable()) {
      Expected.settle(root, dir, target.names(), present);
    }
    Stat written = root.sys().stat(root.writeSide().staging().dir(), stagedName);
    Incoming incoming = new StagedIncoming(root, mutation, target.names(), stagedName, written);
    Predecessor predecessor = new Predecessor(root, expected != null, key, isDurable());
    Exchange exchange = new Exchange(root, mutation, incoming, present, predecessor);
    exchange.commit(dir.fd(), target.names().leaf());
    exchange.dropPredecessor();
    exchange.end();
    if (isDurable()) {
      root.settled().add(target.names(), written);
    }
  }

  @Override
  protected ReplaceReceipt receipt(FileIdentity found, MutationOutcome outcome) {
    return new ReplaceReceipt(target.path(), found, created, comparison, outcome);
  }

  @Override
  protected void discard() {
    NewFiles.discard(root, mutation, stagedName);
  }

  @Override
  protected void release() {
    if (expected != null) {
      expected.close();
    }
  }
}
