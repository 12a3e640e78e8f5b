package dev.holdfast.internal.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Temporary directories in memory where there is a place for them: for thousands of roots. They
 * belong to somebody else where that can be arranged, so that opening a root in one does not sync
 * this machine's own directories above it.
 */
public final class MemoryTempDir implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws Exception {
    Path directory =
        Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
            ? Files.createTempDirectory(MEMORY, "holdfast-")
            : Files.createTempDirectory("holdfast-");
    if (Disk.isSuperuser()) {
      Files.setAttribute(directory, "unix:uid", 12_345);
    }
    return directory;
  }
}
