package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** How long event loops are kept from other work while many operations are outstanding. */
final class EventLoopStallCase implements BenchCase {
  private static final int OUTSTANDING = 1_000;

  /** The case. */
  EventLoopStallCase() {}

  @Override
  public String name() {
    return "event-loop-stall";
  }

  @Override
  public String description() {
    return "longest lateness of a 1 ms timer on any event loop while "
        + OUTSTANDING
        + " durable publishes are outstanding, in ms";
  }

  @Override
  public Target target() {
    return new Target("stall ms", Target.Better.LOWER, 10);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(9, OUTSTANDING, 8) : new Plan(15, OUTSTANDING, 15);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace) throws IOException {
    LoopProbes probes = LoopProbes.deploy(workspace.vertx());
    return List.of(
        workspace.enrol(new IdleContestant(workspace, probes)),
        workspace.enrol(new StallContestant(workspace, probes)));
  }

  @Override
  public String judged() {
    return StallContestant.NAME;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).longestMillis();
  }
}
