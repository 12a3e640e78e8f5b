package dev.holdfast.benchmarks;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.CopyOptions;
import io.vertx.core.file.FileSystem;
import java.io.IOException;

/** What Vert.x itself offers: write a temporary file, move it. Nothing of it is synced. */
final class VertxFileSystemContestant implements Contestant {
  private final Vertx vertx;
  private final FileSystem files;
  private final DurableWriteCase.Operation operation;
  private final WorkDirectory dir;
  private final Buffer content;
  private final CopyOptions move;

  /** The contestant. */
  VertxFileSystemContestant(Workspace workspace, DurableWriteCase.Operation operation)
      throws IOException {
    this.vertx = workspace.vertx();
    this.files = vertx.fileSystem();
    this.operation = operation;
    this.dir = workspace.directory("vertx");
    this.content = Buffer.buffer(dir.content());
    boolean replace = operation == DurableWriteCase.Operation.REPLACE;
    this.move = new CopyOptions().setReplaceExisting(replace).setAtomicMove(replace);
  }

  @Override
  public String name() {
    return "Vert.x FileSystem, NOT durable";
  }

  @Override
  public Round run(int operations) throws IOException {
    return Chain.run(vertx, operations, this::write);
  }

  private Future<Void> write() {
    String temporary = dir.path().resolve(dir.newName()).toString();
    String destination = dir.path().resolve(operation.nextName(dir)).toString();
    return files
        .writeFile(temporary, content)
        .compose(v -> files.move(temporary, destination, move));
  }

  @Override
  public void settle() throws IOException {
    dir.settle();
  }
}
