package dev.holdfast.benchmarks;

import io.vertx.core.Vertx;
import java.io.IOException;

/** The control: how late event loops are that have nothing to do. */
final class IdleContestant implements Contestant {
  private static final long MILLIS = 300;

  private final Vertx vertx;
  private final LoopProbes probes;

  /** The control. */
  IdleContestant(Workspace workspace, LoopProbes probes) {
    this.vertx = workspace.vertx();
    this.probes = probes;
  }

  @Override
  public String name() {
    return "idle";
  }

  @Override
  public Round run(int operations) throws IOException {
    long began = System.nanoTime();
    long[] lateness = probes.during(probe -> vertx.timer(MILLIS));
    return new Round(0, System.nanoTime() - began, lateness);
  }
}
