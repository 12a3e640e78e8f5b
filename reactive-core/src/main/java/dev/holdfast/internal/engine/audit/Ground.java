package dev.holdfast.internal.engine.audit;

import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.directory.View;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.engine.security.OwnerOnly;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;

/**
 * A root, or one of its directories, that is looked at; not necessarily with a store in it yet.
 *
 * @param sys the port
 * @param ownerOnly the rule
 * @param dir the open directory, closed by somebody else
 * @param whole whether it is a root
 * @param binding what its path has to mean
 */
record Ground(Sys sys, OwnerOnly ownerOnly, Fd dir, boolean whole, Binding binding) {
  static Ground of(ManagedRoot root, Binding binding) {
    View view = root.view();
    return new Ground(root.sys(), root.ownerOnly(), view.dir(), view.isWhole(), binding);
  }
}
