package dev.holdfast.benchmarks;

import dev.holdfast.benchmarks.DurableWriteCase.Operation;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Many durable changes in one directory at a time, against the C program, alone and in batches. */
final class ConcurrentWriteCase implements BenchCase {
  private static final int SOME_IN_FLIGHT = 8;
  private static final int MOST_IN_FLIGHT = 64;

  private final Operation operation;

  /** The case of one kind of change. */
  ConcurrentWriteCase(Operation operation) {
    this.operation = operation;
  }

  @Override
  public String name() {
    return operation.name().toLowerCase(Locale.ROOT) + "-" + MOST_IN_FLIGHT;
  }

  @Override
  public String description() {
    return switch (operation) {
      case PUBLISH -> "durable publishes of new 4 KiB files in one directory, 64 in flight";
      case REPLACE -> "durable replaces of 64 files of 4 KiB in one directory, all in flight";
    };
  }

  @Override
  public Target target() {
    return switch (operation) {
      case PUBLISH -> new Target("ops/s over the floor's", Target.Better.HIGHER, 4);
      case REPLACE ->
          new Target("ops/s over the floor's in batches of 64", Target.Better.HIGHER, 0.6);
    };
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(9, 128, 20) : new Plan(15, 512, 20);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace)
      throws IOException, InterruptedException {
    return List.of(
        workspace.enrol(new FloorContestant(workspace, operation)),
        workspace.enrol(FloorContestant.batched(workspace, operation, SOME_IN_FLIGHT)),
        workspace.enrol(FloorContestant.batched(workspace, operation, MOST_IN_FLIGHT)),
        workspace.enrol(new ConcurrentContestant(workspace, operation, 1)),
        workspace.enrol(new ConcurrentContestant(workspace, operation, SOME_IN_FLIGHT)),
        workspace.enrol(new ConcurrentContestant(workspace, operation, MOST_IN_FLIGHT)));
  }

  @Override
  public String judged() {
    return ConcurrentContestant.name(MOST_IN_FLIGHT);
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(compared(), round).operationsPerSecond();
  }

  /**
   * Publishing, a batch saves most of the floor's time. Replacing, it saves half of it: the blocks
   * of the replaced files have to be freed one by one, and the floor in batches shows it.
   */
  private String compared() {
    return switch (operation) {
      case PUBLISH -> FloorContestant.NAME;
      case REPLACE -> FloorContestant.batchedName(MOST_IN_FLIGHT);
    };
  }
}
