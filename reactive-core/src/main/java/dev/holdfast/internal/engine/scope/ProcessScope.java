package dev.holdfast.internal.engine.scope;

import dev.holdfast.internal.sys.InterruptRetrySys;
import dev.holdfast.internal.sys.ProcessIdentity;
import dev.holdfast.internal.sys.Sys;

/**
 * Everything that exists once per process: in production one per Java virtual machine, shared by
 * all Vert.x instances and all drivers; in a simulation one per simulated process. No state of the
 * engine is static, so simulated processes meet only where real ones do: in the kernel.
 *
 * @param <E> the engine that the handles on one root share
 */
public final class ProcessScope<E> {
  private final Sys sys;
  private final Sys localSys;
  private final Parker parker;
  private final RandomNames randomNames;
  private final ProcessIdentity process;
  private final SharedByRoot<E> engines = new SharedByRoot<>();
  private final PathSlots slots = new PathSlots();

  /**
   * A process.
   *
   * @param sys its kernel
   * @param parker how it waits
   * @param randomNames where its random names come from
   */
  public ProcessScope(Sys sys, Parker parker, RandomNames randomNames) {
    this.sys = new InterruptRetrySys(sys, false);
    this.localSys = new InterruptRetrySys(sys, true);
    this.parker = parker;
    this.randomNames = randomNames;
    this.process = sys.process();
  }

  /**
   * The kernel, with its clocks.
   *
   * @return the port; interrupted calls are repeated where that is harmless
   */
  public Sys sys() {
    return sys;
  }

  /**
   * The kernel, for objects on a local file system: interrupted syncs are repeated too.
   *
   * @return the port
   */
  public Sys localSys() {
    return localSys;
  }

  /**
   * How this process waits.
   *
   * @return the parker
   */
  public Parker parker() {
    return parker;
  }

  /**
   * Names that nobody else makes.
   *
   * @return the source
   */
  public RandomNames randomNames() {
    return randomNames;
  }

  /**
   * What tells this process apart.
   *
   * @return its identity
   */
  public ProcessIdentity process() {
    return process;
  }

  /**
   * The engines of the roots that are open.
   *
   * @return the registry
   */
  public SharedByRoot<E> engines() {
    return engines;
  }

  /**
   * The order of operations on one path.
   *
   * @return the slots, shared by all handles and drivers
   */
  public PathSlots slots() {
    return slots;
  }
}
