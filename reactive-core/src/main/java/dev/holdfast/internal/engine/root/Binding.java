package dev.holdfast.internal.engine.root;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.NamePath;
import dev.holdfast.internal.sys.Stat;
import dev.holdfast.internal.sys.Sys;

/** What the path of a handle's directory has to mean, as long as the handle is used. */
public interface Binding {

  /**
   * Checks that the path still means the same directory.
   *
   * @param sys the port
   * @return the directory's attributes
   * @throws Problem {@link ErrorCode#ROOT_BINDING_CHANGED} if it does not, or nobody can tell
   */
  Stat check(Sys sys) throws Problem;

  /**
   * What the path of a directory below has to mean, besides.
   *
   * @param root the root, held open
   * @param way the way to the directory from the root
   * @param dir the directory's attributes
   * @return its binding
   */
  Binding below(Fd root, NamePath way, Stat dir);
}
