package dev.holdfast.internal.sys.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.SysException;
import dev.holdfast.internal.sys.SysTestCase;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UmaskTest extends SysTestCase {
  @TempDir Path temp;
  private int usual;

  @Override
  protected Environment environment() {
    return LinuxEnvironment.in(temp, LinuxEnvironment.SYS);
  }

  @BeforeEach
  void remember() {
    usual = NativeCalls.umask(077);
  }

  @AfterEach
  void restore() {
    assertThat(NativeCalls.umask(usual)).isNotNegative();
  }

  @Test
  void anOpenUmaskGrantsNothing() throws SysException {
    assertThat(NativeCalls.umask(0)).isEqualTo(077);
    assertThat(sys().stat(file(A)).mode()).isEqualTo(0600);
    assertThat(sys().stat(unnamed()).mode()).isEqualTo(0600);
    assertThat(sys().stat(directory(B)).mode()).isEqualTo(0700);
  }

  @Test
  void aStrictUmaskTakesAway() throws SysException {
    assertThat(NativeCalls.umask(0277)).isEqualTo(077);
    assertThat(sys().stat(file(A)).mode()).isEqualTo(0400);
    assertThat(sys().stat(unnamed()).mode()).isEqualTo(0400);
    assertThat(sys().stat(directory(B)).mode()).isEqualTo(0500);
  }

  /** Otherwise its owner could not open it, to give it its mode. */
  @Test
  void aDirectoryCanBeOpenedWhateverTheUmask() throws SysException {
    assertThat(NativeCalls.umask(0777)).isEqualTo(077);
    assertThat(sys().stat(directory(A)).mode()).isEqualTo(0700);
    assertThat(NativeCalls.umask(0177)).isEqualTo(0777);
    assertThat(sys().stat(directory(B)).mode()).isEqualTo(0700);
  }
}
