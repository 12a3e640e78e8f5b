package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchOptionsTest {
  private static final Plan OWN = new Plan(21, 150, 12);

  @Test
  void aNameAloneLeavesTheCasesOwnPlan() {
    BenchOptions options = BenchOptions.parse("publish-1");
    assertThat(options.name()).isEqualTo("publish-1");
    assertThat(options.quick()).isFalse();
    assertThat(options.dir()).isEmpty();
    assertThat(options.json()).isEmpty();
    assertThat(options.applyTo(OWN)).isEqualTo(OWN);
  }

  @Test
  void optionsStandAnywhere() {
    BenchOptions options =
        BenchOptions.parse(
            "--quick",
            "--dir",
            "d",
            "replace-1",
            "--rounds",
            "9",
            "--operations",
            "7",
            "--json",
            "j");
    assertThat(options.name()).isEqualTo("replace-1");
    assertThat(options.quick()).isTrue();
    assertThat(options.dir()).contains(Path.of("d"));
    assertThat(options.json()).contains(Path.of("j"));
    assertThat(options.applyTo(OWN)).isEqualTo(new Plan(9, 7, 12));
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "-h", "--help", "publish-1 --help"})
  void helpIsHelp(String line) {
    assertThat(BenchOptions.parse(line.split(" ", -1)).help()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--quick",
        "publish-1 replace-1",
        "publish-1 --fast",
        "publish-1 --rounds",
        "publish-1 --rounds 0",
        "publish-1 --rounds many",
        "publish-1 --operations -1",
        "publish-1 --operations 1000001",
        "all --json j",
      })
  void nonsenseIsRefused(String line) {
    assertThatThrownBy(() -> BenchOptions.parse(line.split(" ", -1)))
        .isInstanceOf(UsageException.class);
  }

  @Test
  void nothingIsRefused() {
    assertThatThrownBy(BenchOptions::parse).isInstanceOf(UsageException.class);
  }

  @Test
  void fewerThanNineRoundsAreATrial() {
    assertThat(new Plan(8, 1, 0).isTrial()).isTrue();
    assertThat(new Plan(9, 1, 0).isTrial()).isFalse();
    assertThat(BenchOptions.parse("all", "--rounds", "2").applyTo(OWN))
        .isEqualTo(new Plan(2, 150, 2));
  }
}
