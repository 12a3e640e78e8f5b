package dev.holdfast.benchmarks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Durable appends of 256 bytes to files of several sizes: the size must not matter. */
final class AppendGrowthCase implements BenchCase {
  private static final long SMALLEST = 4L << 10;
  private static final long LARGEST = 256L << 20;
  private static final long[] SIZES = {SMALLEST, 1L << 20, 64L << 20, LARGEST};

  /** A case. */
  AppendGrowthCase() {}

  @Override
  public String name() {
    return "append-growth";
  }

  @Override
  public String description() {
    return "durable append of 256 bytes, one at a time, to files of 4 KiB to 256 MiB";
  }

  @Override
  public Target target() {
    return new Target("p50 over that of the 4 KiB file", Target.Better.LOWER, 1.1);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(9, 20, 20) : new Plan(15, 100, 20);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace)
      throws IOException, InterruptedException {
    List<Contestant> contestants = new ArrayList<>();
    for (long size : SIZES) {
      String label = label(size);
      WorkDirectory floor = workspace.directory("floor-" + size);
      floor.fill(AppendContestant.FILE, size);
      contestants.add(
          workspace.enrol(
              new FloorContestant(FloorContestant.NAME + label, workspace, "append", floor)));
      contestants.add(
          workspace.enrol(
              new AppendContestant(workspace, HoldfastContestant.NAME + label, size, 1)));
      contestants.add(workspace.enrol(new HashingAppendContestant(workspace, label, size)));
    }
    return contestants;
  }

  private static String label(long size) {
    return size < 1 << 20 ? ", " + (size >> 10) + " KiB" : ", " + (size >> 20) + " MiB";
  }

  @Override
  public String judged() {
    return HoldfastContestant.NAME + label(LARGEST);
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).percentileMicros(50)
        / BenchCase.of(kind(contestant) + label(SMALLEST), round).percentileMicros(50);
  }

  @Override
  public List<Judgement> judgements() {
    Target floor = new Target("ops/s over the floor's", Target.Better.HIGHER, 0.9);
    List<Judgement> judgements = new ArrayList<>(BenchCase.super.judgements());
    judgements.add(new Judgement(name() + "-floor", floor, judged(), this::overFloor));
    return judgements;
  }

  /** Over that of the floor that appends to a file of the same size. */
  private double overFloor(String contestant, Map<String, Round> round) {
    String floor = FloorContestant.NAME + contestant.substring(kind(contestant).length());
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(floor, round).operationsPerSecond();
  }

  private static String kind(String contestant) {
    return contestant.substring(0, contestant.indexOf(", "));
  }
}
