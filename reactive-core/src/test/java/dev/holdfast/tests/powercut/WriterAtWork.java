package dev.holdfast.tests.powercut;

import dev.holdfast.MutationOutcome.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** A writer with a disk of its own, on which the power can be cut at any moment. */
final class WriterAtWork implements AutoCloseable {
  private final Host host;
  private final Path image;
  private final Mount disk;
  private final WriterProcess writer;
  private int acknowledgedAlive;

  /** Begins on a new file system, with an empty store. */
  WriterAtWork(Host host, Port port) throws IOException, InterruptedException {
    this.host = host;
    image = host.makeImage();
    disk = host.mount(image);
    try {
      writer = new WriterProcess(port, disk.directory());
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      disk.close();
      throw e;
    }
  }

  /** Lets it do one step. */
  void step() throws IOException {
    writer.step();
  }

  /** Lets it go on by itself from now on. */
  void run() throws IOException {
    writer.run();
  }

  /** Waits until it has done that many steps. */
  void await(int steps) throws IOException {
    writer.await(steps);
  }

  /** Lets the disk die: nothing more reaches it, and every later call fails. */
  void killDisk() throws IOException, InterruptedException {
    writer.listen();
    acknowledgedAlive = writer.acknowledged();
    FileSystem.kill(disk.directory());
  }

  /** Cuts the power between two steps. */
  Snapshot atRest() throws IOException, InterruptedException {
    return new Snapshot(host.copy(image), writer.acknowledged(), writer.acknowledged());
  }

  /**
   * Cuts the power in the middle of whatever it does. It says what it has done before it goes on,
   * so at the end it was at most one step further than what it had said by then.
   */
  Snapshot inTheMiddle() throws IOException, InterruptedException {
    writer.listen();
    int least = writer.acknowledged();
    Path copy = host.copy(image);
    writer.listen();
    return new Snapshot(copy, least, writer.acknowledged() + 1);
  }

  /** Cuts the power after a step has failed, which may have been made all the same. */
  Snapshot afterFailure() throws IOException, InterruptedException {
    boolean nothingChanged = writer.failure().equals(Optional.of(State.NOT_COMMITTED));
    int last = writer.acknowledged();
    int least = mayBeLost(last) ? last - 1 : last;
    return new Snapshot(host.copy(image), least, nothingChanged ? last : last + 1);
  }

  /**
   * A sync that is under way when an ext4 is told to die can succeed without effect, as a plain
   * program that only writes and syncs finds out in one of ten tries. Every change but an append
   * has a second sync, which fails.
   */
  private boolean mayBeLost(int step) {
    return host.isExt4()
        && step > acknowledgedAlive
        && Script.step(step).get(0).kind() == Operation.Kind.APPEND;
  }

  @Override
  public void close() throws IOException, InterruptedException {
    try {
      writer.close();
    } finally {
      disk.close();
    }
  }
}
