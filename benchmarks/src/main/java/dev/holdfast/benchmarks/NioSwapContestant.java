package dev.holdfast.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;

/**
 * Compare and replace as a careful programmer writes it by hand, on a blocking thread: a temporary
 * file, {@code force}, a look whether the file is still what was expected, an atomic move, {@code
 * force} of the directory. What somebody else writes between the look and the move is lost.
 */
final class NioSwapContestant implements Contestant {
  static final String NAME = "java.nio, durable, blocking thread";

  private final WorkDirectory dir;
  private final Path file;

  /** Makes the file. */
  NioSwapContestant(Workspace workspace, String directory) throws IOException {
    this.dir = workspace.directory(directory);
    this.file = dir.path().resolve(WorkDirectory.REPLACED);
    NioContestant.writeNew(file, dir.content());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Round run(int operations) throws IOException {
    return Blocking.run(operations, this::swap);
  }

  /** One operation, for workers. */
  boolean swapped() throws IOException {
    swap();
    return true;
  }

  private void swap() throws IOException {
    Path temporary = dir.path().resolve(dir.newName());
    NioContestant.writeNew(temporary, dir.content());
    if (!Arrays.equals(Files.readAllBytes(file), dir.content())) {
      throw new IOException("somebody else has changed " + file);
    }
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    WorkDirectory.sync(dir.path());
  }
}
