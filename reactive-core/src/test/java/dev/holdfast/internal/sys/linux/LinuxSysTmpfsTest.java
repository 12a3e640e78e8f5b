package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.SysContract;
import dev.holdfast.internal.sys.SysException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

class LinuxSysTmpfsTest extends SysContract implements DescriptorContract {
  private static final Path SHM = Path.of("/dev/shm");

  @TempDir(factory = InMemory.class)
  Path temp;

  @BeforeAll
  static void needsTmpfs() throws IOException {
    if (!Files.isWritable(SHM) || !Files.getFileStore(SHM).type().equals("tmpfs")) {
      Skip.because(SHM + " is no writable tmpfs");
    }
  }

  @Override
  protected Environment environment() {
    return LinuxEnvironment.in(temp, LinuxEnvironment.SYS);
  }

  @Test
  void statfsTellsTheType() throws SysException {
    assertThat(sys().statfs(dir()).type()).isEqualTo("tmpfs");
  }

  static final class InMemory implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext extension)
        throws IOException {
      return Files.createTempDirectory(SHM, "holdfast");
    }
  }
}
