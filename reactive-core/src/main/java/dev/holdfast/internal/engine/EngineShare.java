package dev.holdfast.internal.engine;

import dev.holdfast.ErrorCode;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.outcome.Problem;
import dev.holdfast.internal.engine.root.Root;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.SharedByRoot;
import java.util.Optional;

/**
 * One handle's share of the engine on a root. Giving the last one back closes the engine.
 *
 * @param scope the process
 * @param key what is shared
 * @param engine the engine
 */
record EngineShare(ProcessScope<ManagedRoot> scope, SharedByRoot.Key key, ManagedRoot engine) {

  /**
   * Takes a share of the engine on a root, which is made if there is none.
   *
   * @param opened the root; closed if another one is open already, or in case of failure
   */
  static EngineShare of(
      ProcessScope<ManagedRoot> scope, Root opened, RootOptions options, boolean readOnly)
      throws Problem {
    SharedByRoot.Key key = new SharedByRoot.Key(opened.key(), readOnly);
    ManagedRoot fresh = ManagedRoot.on(scope, opened, options);
    ManagedRoot shared = scope.engines().acquire(key, fresh);
    EngineShare share = new EngineShare(scope, key, shared);
    if (shared.root().dir() == opened.dir()) {
      return share; // ours is the first
    }
    opened.close();
    Optional<String> conflict = shared.options().conflictWith(options);
    if (conflict.isPresent()) {
      share.giveBack();
      throw new Problem(
          ErrorCode.OPTIONS_CONFLICT,
          "the root is open already with other options: " + conflict.get());
    }
    return share;
  }

  /** One more share of the same engine, which is open as long as this one is not given back. */
  EngineShare another() {
    return new EngineShare(scope, key, scope.engines().acquire(key, engine));
  }

  /** Gives the share back, once. */
  void giveBack() {
    if (scope.engines().release(key)) {
      engine.close();
    }
  }
}
