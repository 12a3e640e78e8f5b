package dev.holdfast.tests.powercut;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories for disk images: in memory where there is enough of it. */
public final class SpaciousTempDir implements TempDirFactory {
  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ENOUGH = 2L << 30;

  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws IOException {
    return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ENOUGH
        ? Files.createTempDirectory(MEMORY, "holdfast-disks-")
        : Files.createTempDirectory("holdfast-disks-");
  }
}
