package dev.holdfast.tests.sim;

import java.util.List;

/** A child between fork and exec: it holds its parent's open file descriptions for a while. */
public final class SimChild {
  private final SimKernel kernel;
  private List<SimDescription> shared;

  SimChild(SimKernel kernel, List<SimDescription> shared) {
    this.kernel = kernel;
    this.shared = shared;
  }

  /** Becomes another program: everything that it shared closes. */
  public void exec() {
    synchronized (kernel) {
      shared.forEach(SimDescription::release);
      shared = List.of();
    }
  }
}
