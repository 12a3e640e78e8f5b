package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One durable change after the other, against the C program with the fewest system calls. */
final class DurableWriteCase implements BenchCase {
  private final Operation operation;

  /** Which change. */
  enum Operation {
    /** A new file each time. */
    PUBLISH,
    /** Always the same file. */
    REPLACE;

    String nextName(WorkDirectory dir) {
      return this == PUBLISH ? dir.newName() : WorkDirectory.REPLACED;
    }
  }

  /** The case of one kind of change. */
  DurableWriteCase(Operation operation) {
    this.operation = operation;
  }

  @Override
  public String name() {
    return operation.name().toLowerCase(Locale.ROOT) + "-1";
  }

  @Override
  public String description() {
    return switch (operation) {
      case PUBLISH -> "durable publish of a new 4 KiB file, one at a time";
      case REPLACE -> "durable replace of a 4 KiB file, one at a time";
    };
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
    return List.of(
        workspace.enrol(new FloorContestant(workspace, operation)),
        workspace.enrol(new HoldfastContestant(workspace, operation)),
        workspace.enrol(NioContestant.blocking(workspace, operation)),
        workspace.enrol(NioContestant.executeBlocking(workspace, operation)),
        workspace.enrol(new VertxFileSystemContestant(workspace, operation)));
  }

  @Override
  public String judged() {
    return HoldfastContestant.NAME;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(FloorContestant.NAME, round).operationsPerSecond();
  }
}
