package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamCaseTest {
  private static final long BYTES = 1_000_001;

  @TempDir Path temporary;

  @Test
  void everybodyWritesAndReadsAllOfIt() throws Exception {
    Compiler.assumeAvailable();
    StreamCase small = new StreamCase("small", BYTES);
    FloorProgram floor = new FloorProgram(temporary.resolve("build"));
    try (Workspace workspace = new Workspace(temporary, floor)) {
      List<Contestant> all = small.contestants(workspace);
      assertThat(all).hasSize(3);
      for (Contestant each : all) {
        assertThat(each.run(2).operations()).as(each.name()).isEqualTo(2);
      }
      try (Stream<Path> files = Files.walk(temporary)) {
        assertThat(files.filter(file -> file.toFile().length() == BYTES)).hasSize(3);
      }
    }
  }
}
