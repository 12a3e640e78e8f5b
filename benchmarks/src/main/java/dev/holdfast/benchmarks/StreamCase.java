package dev.holdfast.benchmarks;

import dev.holdfast.ManagedStore;
import dev.holdfast.ManagedStoreOptions;
import dev.holdfast.stream.WriteStreamOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.streams.ReadStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A large file is written durably, piece by piece, and read again, against a C program. */
final class StreamCase implements BenchCase {
  /** 1 GiB. */
  static final StreamCase GIB = new StreamCase("stream-1g", 1L << 30);

  private static final String HOLDFAST = "Holdfast";
  private static final String FILE = "file";

  private final String name;
  private final long bytes;

  /** With so many bytes. */
  StreamCase(String name, long bytes) {
    this.name = name;
    this.bytes = bytes;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String description() {
    return "durable replace of a file of "
        + (bytes >> 20)
        + " MiB through a write stream, then a read stream, digests along the way";
  }

  @Override
  public Target target() {
    return new Target("ops/s over the floor's", Target.Better.HIGHER, 0.5);
  }

  @Override
  public Plan plan(boolean quick) {
    return quick ? new Plan(3, 1, 1) : new Plan(9, 1, 2);
  }

  @Override
  public List<Contestant> contestants(Workspace workspace)
      throws IOException, InterruptedException {
    Vertx vertx = workspace.vertx();
    Path root = workspace.directory("holdfast").path();
    ManagedStore store =
        Workspace.await(
            ManagedStore.open(vertx, new ManagedStoreOptions().setRoot(root.toString())));
    String plain = workspace.directory("vertx").path().resolve(FILE).toString();
    return List.of(
        workspace.enrol(new FloorContestant(workspace, "stream-" + bytes)),
        workspace.enrol(
            ChainContestant.of(HOLDFAST, vertx, () -> roundTrip(vertx, store), store::close)),
        workspace.enrol(
            ChainContestant.of(
                "Vert.x AsyncFile, NOT durable", vertx, () -> roundTrip(vertx, plain))));
  }

  private Future<Void> roundTrip(Vertx vertx, ManagedStore store) {
    return store
        .writeStream(FILE, new WriteStreamOptions().setReplace(true))
        .pipeFrom(new Zeros(vertx.getOrCreateContext(), bytes))
        .compose(receipt -> drain(store.readStream(FILE)));
  }

  private Future<Void> roundTrip(Vertx vertx, String file) {
    return vertx
        .fileSystem()
        .open(file, new OpenOptions().setTruncateExisting(true))
        .compose(to -> new Zeros(vertx.getOrCreateContext(), bytes).pipeTo(to))
        .compose(v -> vertx.fileSystem().open(file, new OpenOptions().setWrite(false)))
        .compose(from -> drain(from.setReadBufferSize(128 * 1024)).eventually(from::close));
  }

  private Future<Void> drain(ReadStream<Buffer> stream) {
    Counter counter = new Counter();
    return stream
        .pipeTo(counter)
        .compose(
            v ->
                counter.bytes() == bytes
                    ? Future.succeededFuture()
                    : Future.failedFuture("read " + counter.bytes() + " bytes"));
  }

  @Override
  public String judged() {
    return HOLDFAST;
  }

  @Override
  public double figure(String contestant, Map<String, Round> round) {
    return BenchCase.of(contestant, round).operationsPerSecond()
        / BenchCase.of(FloorContestant.NAME, round).operationsPerSecond();
  }
}
