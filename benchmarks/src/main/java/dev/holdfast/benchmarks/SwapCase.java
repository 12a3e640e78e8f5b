package dev.holdfast.benchmarks;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** One compare-and-replace after the other, against the C program with the fewest system calls. */
final class SwapCase implements BenchCase {
  private static final String BY_HAND = "java.nio, durable, executeBlocking";

  /** The case. */
  SwapCase() {}

  @Override
  public String name() {
    return "cas-1";
  }

  @Override
  public String description() {
    return "durable compare-and-replace of a 4 KiB file, one at a time";
  }

  @Override
  public Target target() {
    return new Target("ops/s over the floor's", Target.Better.HIGHER, 0.9);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(11, 40, 50) : new Plan(21, 150, 40);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace)
      throws IOException, InterruptedException {
    Vertx vertx = workspace.vertx();
    NioSwapContestant onWorkers = new NioSwapContestant(workspace, "nio-vertx");
    return List.of(
        workspace.enrol(new FloorContestant(workspace, "cas")),
        workspace.enrol(SwapContestant.byIdentity(workspace)),
        workspace.enrol(SwapContestant.byContent(workspace)),
        workspace.enrol(new NioSwapContestant(workspace, "nio")),
        workspace.enrol(
            ChainContestant.of(
                BY_HAND, vertx, () -> vertx.executeBlocking(onWorkers::swapped, false))));
  }

  @Override
  public String judged() {
    return SwapContestant.NAME;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(FloorContestant.NAME, round).operationsPerSecond();
  }
}
