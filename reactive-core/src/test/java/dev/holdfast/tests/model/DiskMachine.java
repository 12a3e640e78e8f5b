package dev.holdfast.tests.model;

import dev.holdfast.internal.engine.StoreHandle;
import dev.holdfast.internal.engine.crash.MortalSys;
import dev.holdfast.internal.sys.Sys;
import dev.holdfast.internal.sys.UnsupportedPlatformException;
import dev.holdfast.internal.sys.linux.LinuxPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** This machine, and a directory of its memory if it has one. */
final class DiskMachine implements Machine {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final Sys KERNEL = kernel();

  private final Path directory;
  private MortalSys process;
  private int processes;

  DiskMachine() throws IOException {
    directory =
        Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "holdfast")
            : Files.createTempDirectory("holdfast");
  }

  private static Sys kernel() {
    try {
      return LinuxPlatform.load(call -> {});
    } catch (UnsupportedPlatformException e) {
      throw new LinkageError("these tests need Linux", e);
    }
  }

  @Override
  public StoreHandle open() {
    process = new MortalSys(KERNEL);
    String root = directory.resolve("root").toString();
    return Machine.open(process.sys(), root, ++processes, LockSupport::parkNanos);
  }

  @Override
  public void liveFor(int calls) {
    process.liveFor(calls, true);
  }

  @Override
  public boolean isDead() {
    return process.isDead();
  }

  @Override
  public void kill() {
    process.bury();
  }

  @Override
  public void close() throws IOException {
    kill();
    try (Stream<Path> all = Files.walk(directory)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path path : deepestFirst) {
        Files.delete(path);
      }
    }
  }
}
