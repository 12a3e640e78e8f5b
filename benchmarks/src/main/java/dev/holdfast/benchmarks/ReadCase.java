package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** One read of a whole file after the other, against what one would write by hand. */
final class ReadCase implements BenchCase {
  /** 4 KiB. */
  static final ReadCase SMALL = new ReadCase("read-4k", "4 KiB", 4096, 0.5);

  /** 1 MiB. */
  static final ReadCase LARGE = new ReadCase("read-1m", "1 MiB", 1024 * 1024, 0.8);

  private static final String HOLDFAST = "Holdfast";
  private static final String BY_HAND = "java.nio + SHA-256, executeBlocking";
  private static final String FILE = "file";

  private final String name;
  private final String size;
  private final int bytes;
  private final double target;

  private ReadCase(String name, String size, int bytes, double target) {
    this.name = name;
    this.size = size;
    this.bytes = bytes;
    this.target = target;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "read of a whole " + size + " file with its digest, one at a time";
  }

  @Override
  public Target target() {
    return new Target("ops/s over by hand's", Target.Better.HIGHER, target);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(11, 200, 20) : new Plan(21, 500, 40);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace)
      throws IOException, InterruptedException {
    Vertx vertx = workspace.vertx();
    Path dir = workspace.directory("plain").path();
    Path file = Files.write(dir.resolve(FILE), new byte[bytes]);
    Path root = workspace.directory("holdfast").path();
    ManagedStore store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root.toString())));
    Workspace.await(store.publish(FILE, Buffer.buffer(new byte[bytes])));
    return List.of(
        workspace.enrol(new FloorContestant(workspace, "read-" + bytes)),
        workspace.enrol(ChainContestant.of(HOLDFAST, vertx, () -> store.read(FILE), store::close)),
        workspace.enrol(
            ChainContestant.of(
                BY_HAND, vertx, () -> vertx.executeBlocking(() -> digest(file), false))),
        workspace.enrol(
            ChainContestant.of(
                "Vert.x FileSystem, no digest",
                vertx,
                () -> vertx.fileSystem().readFile(file.toString()))));
  }

  private static String digest(Path file) throws Exception {
    byte[] content = Files.readAllBytes(file);
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  @Override
  public String judged() {
    return HOLDFAST;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(BY_HAND, round).operationsPerSecond();
  }
}
