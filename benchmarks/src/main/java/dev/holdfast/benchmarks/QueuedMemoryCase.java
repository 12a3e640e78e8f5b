package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** What operations that wait their turn cost beyond their content. */
final class QueuedMemoryCase implements BenchCase {
  private static final int QUEUED = 10_000;
  private static final double MIB = 1024 * 1024;

  /** The case. */
  QueuedMemoryCase() {}

  @Override
  public String name() {
    return "memory-10k-queued";
  }

  @Override
  public String description() {
    return "heap in MiB beyond the content, just after 10,000 publishes of 4 KiB were called";
  }

  @Override
  public Target target() {
    return new Target("heap MiB", Target.Better.LOWER, 64);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(9, QUEUED, 1) : new Plan(15, QUEUED, 3);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace) throws IOException {
    return List.of(workspace.enrol(new QueueContestant(workspace)));
  }

  @Override
  public String judged() {
    return QueueContestant.NAME;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).heldBytes() / MIB;
  }
}
