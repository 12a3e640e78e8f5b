package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.holdfast.examples.VaultOptions.UsageException;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VaultOptionsTest {
  @Test
  void nothingIsNeeded() throws Exception {
    assertThat(VaultOptions.parse())
        .isEqualTo(new VaultOptions(Optional.empty(), Optional.empty(), false, false));
  }

  @Test
  void takesAllOptions() throws Exception {
    VaultOptions options = VaultOptions.parse("--keep", "--input", "in", "--store", "x/../st");
    assertThat(options.input()).contains(Path.of("in").toAbsolutePath());
    assertThat(options.store()).contains(Path.of("st").toAbsolutePath());
    assertThat(options.keep()).isTrue();
    assertThat(VaultOptions.parse("--help").help()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--input", "--store", "--what", "file", "--store "})
  void saysWhatIsWrong(String line) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> VaultOptions.parse(line.split(" ", -1)))
        .withMessageContaining(line.trim());
  }
}
