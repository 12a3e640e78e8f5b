package dev.holdfast.internal.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories in memory where there is a place for them: for thousands of roots. */
public final class MemoryTempDir implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws Exception {
    return Files.isDirectory(MEMORY) && Files.isWritable(MEMORY)
        ? Files.createTempDirectory(MEMORY, "holdfast-")
        : Files.createTempDirectory("holdfast-");
  }
}
