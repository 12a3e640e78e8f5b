package dev.holdfast.internal.engine.audit;

import dev.holdfast.AuditOptions;
import dev.holdfast.AuditProgress;
import dev.holdfast.ErrorCode;
import dev.holdfast.SecurityReport;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Binding;
import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.SysException;
import java.util.function.Consumer;

/** Looks whether a root, or what is seen of it, is owner-only. Changes nothing. */
public final class Audit {
  private final Ground ground;

  /**
   * Audits of one root.
   *
   * @param root the root
   * @param binding what the root's path has to mean
   */
  public Audit(ManagedRoot root, Binding binding) {
    this(Ground.of(root, binding));
  }

  Audit(Ground ground) {
    this.ground = ground;
  }

  /**
   * Looks whether the root's path still means the opened directory.
   *
   * @throws Problem {@link ErrorCode#ROOT_BINDING_CHANGED} if it does not, or nobody can tell
   */
  public void assertBound() throws Problem {
    ground.binding().check(ground.sys());
  }

  /**
   * Looks at the root and the store's own directories; of a subtree only at its own directory.
   *
   * @return what was found
   * @throws Problem {@link ErrorCode#ROOT_BINDING_CHANGED} and {@link ErrorCode#NO_DESCRIPTORS}
   * @throws SysException if not even the root can be looked at
   */
  public SecurityReport ofRoot() throws Problem, SysException {
    Territory own = ground.whole() ? Territory.OWN : Territory.NOTHING_BELOW;
    return run(own, new Tally(new AuditOptions(), progress -> {}));
  }

  /**
   * Looks at everything.
   *
   * @param options its limits
   * @param progress told how far it has come
   * @return what was found
   * @throws Problem {@link ErrorCode#ROOT_BINDING_CHANGED} and {@link ErrorCode#NO_DESCRIPTORS}
   * @throws SysException if not even the root can be looked at
   */
  public SecurityReport ofTree(AuditOptions options, Consumer<AuditProgress> progress)
      throws Problem, SysException {
    Territory all = Territory.whole(options.getMaxDepth(), ground.whole());
    return run(all, new Tally(options, progress));
  }

  private SecurityReport run(Territory territory, Tally tally) throws Problem, SysException {
    assertBound();
    Sys sys = ground.sys();
    Fd dir = ground.dir();
    Inspection inspection = new Inspection(ground.ownerOnly(), sys.stat(dir));
    new Walk(sys, dir, inspection, territory, tally).run();
    assertBound();
    return tally.report();
  }
}
