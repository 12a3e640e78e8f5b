package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Durable appends of 256 bytes to one file, 64 at a time against one by one. */
final class AppendTogetherCase implements BenchCase {
  private static final int TOGETHER = 64;
  private static final long SIZE = 4L << 10;
  private static final String ALONE = HoldfastContestant.NAME + ", one by one";

  /** A case. */
  AppendTogetherCase() {}

  @Override
  public String name() {
    return "append-64";
  }

  @Override
  public String description() {
    return "durable appends of 256 bytes to one file, " + TOGETHER + " outstanding";
  }

  @Override
  public Target target() {
    return new Target("ops/s over one by one", Target.Better.HIGHER, 5);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(9, 2 * TOGETHER, 20) : new Plan(15, 10 * TOGETHER, 20);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace)
      throws IOException, InterruptedException {
    WorkDirectory floor = workspace.directory("floor");
    floor.fill(AppendContestant.FILE, SIZE);
    return List.of(
        workspace.enrol(new FloorContestant(FloorContestant.NAME, workspace, "append", floor)),
        workspace.enrol(new AppendContestant(workspace, ALONE, SIZE, 1)),
        workspace.enrol(new AppendContestant(workspace, HoldfastContestant.NAME, SIZE, TOGETHER)));
  }

  @Override
  public String judged() {
    return HoldfastContestant.NAME;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(ALONE, round).operationsPerSecond();
  }
}
