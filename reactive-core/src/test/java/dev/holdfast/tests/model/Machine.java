package dev.holdfast.tests.model;

import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.directory.ManagedRoot;
import dev.holdfast.internal.engine.root.RootOptions;
import dev.holdfast.internal.engine.scope.ProcessScope;
import dev.holdfast.internal.engine.scope.RandomNames;
import dev.holdfast.internal.sys.Sys;
import java.util.Random;

/** Where the store is: one process at a time, which can die. */
interface Machine extends AutoCloseable {

  /** A new process opens the store. */
  StoreHandle open();

  /** The process is killed after so many calls from now on. */
  void liveFor(int calls);

  /** The process is killed when it has appended so many bytes of a record. */
  default void liveUntilAppended(int bytes) {
    // where that cannot be, it lives on
  }

  /** Whether it was. */
  boolean isDead();

  /** The process is killed now, unless it is dead already. */
  void kill();

  @Override
  void close() throws Exception;

  /** A process's handle on a store. */
  static StoreHandle open(Sys sys, String root, long seed, Parking parking) {
    ProcessScope<ManagedRoot> scope =
        new ProcessScope<>(sys, parking::rest, new RandomNames(new Random(seed)));
    return StoreHandle.open(scope, root, "/", new RootOptions(1 << 20), false);
  }

  /** How a process waits. */
  @FunctionalInterface
  interface Parking {
    void rest(long nanos);
  }
}
