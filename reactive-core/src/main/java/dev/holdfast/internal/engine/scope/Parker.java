package dev.holdfast.internal.engine.scope;

/** How this process lets time pass; every wait of the engine goes through it. */
@FunctionalInterface
public interface Parker {

  /**
   * Lets the current thread rest.
   *
   * @param nanos at most how long; it may return earlier
   */
  void park(long nanos);
}
