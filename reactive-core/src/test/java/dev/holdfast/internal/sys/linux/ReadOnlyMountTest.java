package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Fd;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.SysException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadOnlyMountTest {

  /** A directory whose mount line in {@code /proc} says {@code ro}. */
  private static Path readOnlyDirectory() throws IOException {
    List<String> lines = Files.readAllLines(Path.of("/proc/self/mountinfo"));
    for (String line : lines) {
      String[] fields = line.split(" ");
      Path point = Path.of(fields[4]);
      boolean onTop =
          lines.stream().filter(other -> other.split(" ")[4].equals(fields[4])).count() == 1;
      if (fields[5].matches("ro(,.*)?") && onTop && Files.isReadable(point)) {
        if (Files.isDirectory(point) && point.toString().matches("[\\w/.-]+")) {
          return point;
        }
      }
    }
    return Skip.because("nothing is mounted read-only here");
  }

  @Test
  void statfsTellsThatTheMountIsReadOnly() throws SysException, IOException {
    Path directory = readOnlyDirectory();
    try (Fd fd = LinuxEnvironment.SYS.openRoot(LinuxEnvironment.pathOf(directory), false)) {
      assertThat(LinuxEnvironment.SYS.statfs(fd).readOnly()).as(directory.toString()).isTrue();
    }
  }
}
