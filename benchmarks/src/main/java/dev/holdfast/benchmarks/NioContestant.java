package dev.holdfast.benchmarks;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * What a careful programmer writes by hand: a temporary file, {@code force}, an atomic move, {@code
 * force} of the directory. It replaces what is at the name, also where it should not.
 */
final class NioContestant implements Contestant {
  private final String name;
  private final DurableWriteCase.Operation operation;
  private final Runner runner;
  private final WorkDirectory dir;

  /** How the operations of a round are run. */
  @FunctionalInterface
  private interface Runner {
    Round run(NioContestant contestant, int operations) throws IOException;
  }

  private NioContestant(
      String name, DurableWriteCase.Operation operation, Runner runner, WorkDirectory dir) {
    this.name = name;
    this.operation = operation;
    this.runner = runner;
    this.dir = dir;
  }

  /** On a thread that may block, which is the least that it can cost. */
  static NioContestant blocking(Workspace workspace, DurableWriteCase.Operation operation)
      throws IOException {
    return new NioContestant(
        "java.nio, durable, blocking thread",
        operation,
        (contestant, operations) -> Blocking.run(operations, contestant::write),
        workspace.directory("nio"));
  }

  /** As a Vert.x application does it, one hop to a worker for each operation. */
  static NioContestant executeBlocking(Workspace workspace, DurableWriteCase.Operation operation)
      throws IOException {
    Vertx vertx = workspace.vertx();
    return new NioContestant(
        "java.nio, durable, executeBlocking",
        operation,
        (contestant, operations) ->
            Chain.run(
                vertx, operations, () -> vertx.executeBlocking(contestant::writeOnWorker, false)),
        workspace.directory("nio-vertx"));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Round run(int operations) throws IOException {
    return runner.run(this, operations);
  }

  private boolean writeOnWorker() throws IOException {
    write();
    return true;
  }

  private void write() throws IOException {
    Path temporary = dir.path().resolve(dir.newName());
    writeNew(temporary, dir.content());
    Files.move(
        temporary, dir.path().resolve(operation.nextName(dir)), StandardCopyOption.ATOMIC_MOVE);
    WorkDirectory.sync(dir.path());
  }

  /** Writes a file that was not there, and syncs it. */
  static void writeNew(Path file, byte[] bytes) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
      ByteBuffer content = ByteBuffer.wrap(bytes);
      while (content.hasRemaining()) {
        channel.write(content);
      }
      channel.force(true);
    }
  }

  @Override
  public void settle() throws IOException {
    dir.settle();
  }
}
