package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.SysContract;
import dev.holdfast.internal.sys.SysException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxSysDiskTest extends SysContract implements DescriptorContract {
  @TempDir Path temp;

  @Override
  protected Environment environment() {
    return LinuxEnvironment.in(temp, LinuxEnvironment.SYS);
  }

  @Test
  void statfsTellsTheTypeByItsUsualName() throws SysException, IOException {
    String type = Files.getFileStore(temp).type();
    String usual = type.matches("ext[23]") ? "ext4" : type.replaceFirst("^fuse.*", "fuse");
    assertThat(sys().statfs(dir()).type()).isEqualTo(usual);
  }
}
