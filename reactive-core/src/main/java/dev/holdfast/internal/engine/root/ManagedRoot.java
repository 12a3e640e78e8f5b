package dev.holdfast.internal.engine.root;

import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Sys;

/**
 * An open root with everything that operations on it need; shared by all its handles in this
 * process.
 *
 * @param sys the port, as the root's file system needs it
 * @param ownerOnly the rule that all objects obey
 * @param root the opened root
 * @param directories the directories below it
 * @param options what the handles agree on
 */
public record ManagedRoot(
    Sys sys, OwnerOnly ownerOnly, Root root, Directories directories, RootOptions options) {

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
    return new ManagedRoot(sys, ownerOnly, root, new Directories(sys, ownerOnly, root), options);
  }
}
