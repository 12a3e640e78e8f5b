package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloorProgramTest {
  @TempDir Path temporary;

  @BeforeAll
  static void compiler() {
    Compiler.assumeAvailable();
  }

  @Test
  void isCompiledOnce() throws IOException, InterruptedException {
    Path binary = new FloorProgram(temporary.resolve("build")).binary();
    assertThat(binary).isExecutable();
    Object first = Files.getLastModifiedTime(binary);
    assertThat(new FloorProgram(temporary.resolve("build")).binary()).isEqualTo(binary);
    assertThat(Files.getLastModifiedTime(binary)).isEqualTo(first);
    try (Stream<Path> left = Files.list(temporary.resolve("build"))) {
      assertThat(left).containsExactly(binary);
    }
  }

  @Test
  void writesWhatItClaimsTo() throws IOException, InterruptedException {
    FloorProgram program = new FloorProgram(temporary.resolve("build"));
    Path dir = Files.createDirectory(temporary.resolve("work"));
    Process process =
        new ProcessBuilder(program.binary().toString(), dir.toString())
            .redirectErrorStream(true)
            .start();
    try (var requests = process.outputWriter();
        var answers = process.inputReader()) {
      requests.write(
          "publish 3\nreplace 2\npublish-in-64 65\nreplace-in-8 2\nappend 2\ncas 2\nshred 1\npublish-in-65 1\n");
      requests.close();
      List<String> lines = answers.lines().toList();
      assertThat(lines).hasSize(8);
      assertThat(lines.get(0)).matches("\\d+( \\d+){3}");
      assertThat(lines.get(1)).matches("\\d+( \\d+){2}");
      assertThat(lines.get(2)).matches("\\d+( \\d+){65}");
      assertThat(lines.get(3)).matches("\\d+( \\d+){2}");
      assertThat(lines.get(4)).matches("\\d+( \\d+){2}");
      assertThat(lines.get(5)).matches("\\d+( \\d+){2}");
      assertThat(lines.get(6)).isEqualTo("error unknown operation shred");
      assertThat(lines.get(7)).isEqualTo("error unknown operation publish-in-65");
    }
    assertThat(process.waitFor()).isZero();
    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files)
          .allSatisfy(file -> assertThat(file).hasSize(file.endsWith("log") ? 512 : 4096))
          .extracting(file -> file.getFileName().toString())
          .hasSize(3 + 1 + 65 + 2 + 1)
          .contains("f-0", "f-2", "log", "target", "target-0", "target-1");
    }
  }
}
