package dev.holdfast.internal.sys.linux;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.internal.sys.Environment;
import dev.holdfast.internal.sys.Name;
import dev.holdfast.internal.sys.Skip;
import dev.holdfast.internal.sys.SysTestCase;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Other programs see the same bytes, whatever the locale of the Java runtime. */
@Tag("locale")
class ByteNamesOutsideTest extends SysTestCase {
  @TempDir Path temp;

  @Override
  protected Environment environment() {
    return LinuxEnvironment.in(temp, LinuxEnvironment.SYS);
  }

  private byte[] found() throws IOException {
    try {
      return new ProcessBuilder("find", temp.toString(), "-mindepth", "1", "-print0")
          .start()
          .getInputStream()
          .readAllBytes();
    } catch (IOException e) {
      return Skip.because("cannot run find: " + e.getMessage());
    }
  }

  @Test
  void textIsSeenAsUtf8() throws Exception {
    file(Name.of("Größe 日本 😀"));
    assertThat(found()).isEqualTo((temp + "/Größe 日本 😀\0").getBytes(UTF_8));
  }

  @Test
  void rawBytesAreSeenAsTheyAre() throws Exception {
    file(Name.of(new byte[] {(byte) 0xff, (byte) 0xfe}));
    assertThat(found()).endsWith('/', 0xff, 0xfe, 0).hasSize(temp.toString().length() + 4);
  }
}
