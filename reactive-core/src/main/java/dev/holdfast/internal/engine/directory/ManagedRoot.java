package dev.holdfast.internal.engine.directory;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.kept.KeptFiles;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Root;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.root.WriteSide;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Sys;

/**
 * An open root with everything that operations on it need; shared by all its handles in this
 * process.
 *
 * @param sys the port, as the root's file system needs it
 * @param ownerOnly the rule that all objects obey
 * @param root the opened root
 * @param directories the directories below it
 * @param ways the ways to them
 * @param twins the second names that files can have in staging
 * @param kept the files that are kept open for the next append
 * @param settled the files that need not be synced before they are exchanged
 * @param options what the handles agree on
 * @param view what the handles that use this see of it
 */
public record ManagedRoot(
    Sys sys,
    OwnerOnly ownerOnly,
    Root root,
    Directories directories,
    Ways ways,
    Twins twins,
    KeptFiles kept,
    SettledFiles settled,
    RootOptions options,
    View view)
    implements AutoCloseable {

  /**
   * An open root, ready for operations.
   *
   * @param scope the process
   * @param root the opened root
   * @param options what the handles agree on
   * @return the root with its helpers
   */
  public static ManagedRoot on(ProcessScope<ManagedRoot> scope, Root root, RootOptions options) {
    Sys sys = root.capabilities().local() ? scope.localSys() : scope.sys();
    OwnerOnly ownerOnly = new OwnerOnly(sys);
    View view = new View(NamePath.EMPTY, root.dir());
    Directories directories = new Directories(sys, ownerOnly, root, view);
    return new ManagedRoot(
        sys,
        ownerOnly,
        root,
        directories,
        new Ways(sys, root, directories, view),
        new Twins(sys, root.dir(), root.writeSide().isPresent()),
        new KeptFiles(scope.sys()::monotonicNanos),
        new SettledFiles(),
        options,
        view);
  }

  /**
   * The same root as handles on a directory of it see it. Everything is shared but where paths
   * start.
   *
   * @param part what they see
   * @return the root, seen from there
   */
  public ManagedRoot seenFrom(View part) {
    Directories below = new Directories(sys, ownerOnly, root, part);
    Ways waysBelow = new Ways(ways, below, part);
    return new ManagedRoot(
        sys, ownerOnly, root, below, waysBelow, twins, kept, settled, options, part);
  }

  /**
   * What changes need.
   *
   * @return the write side
   * @throws IllegalStateException if the handles are read-only
   */
  public WriteSide writeSide() {
    return root.writeSide().orElseThrow(() -> new IllegalStateException("opened read-only"));
  }

  /**
   * Whether the file system is local: interrupted calls may be repeated and refusals believed.
   *
   * @return true if it is one of the known local types
   */
  public boolean local() {
    return root.capabilities().local();
  }

  /**
   * Checks the size of content that is to be written.
   *
   * @param length how many bytes there are
   * @throws Problem {@link ErrorCode#TOO_LARGE} if there are too many
   */
  public void checkSize(int length) throws Problem {
    if (length > options.maxFileBytes()) {
      throw new Problem(
          ErrorCode.TOO_LARGE,
          "expected at most " + options.maxFileBytes() + " bytes, found " + length);
    }
  }

  /** Closes everything; nothing may be under way. */
  @Override
  public void close() {
    kept.close();
    root.close();
  }
}
