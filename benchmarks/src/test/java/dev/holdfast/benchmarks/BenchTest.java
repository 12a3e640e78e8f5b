package dev.holdfast.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BenchTest {
  @TempDir Path temporary;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... args) {
    return new Bench(
            temporary.resolve("target"),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8))
        .run(args);
  }

  private String output() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void listsTheCases() {
    assertThat(run("list")).isZero();
    assertThat(output().lines().map(line -> line.split(" ", 2)[0]))
        .containsExactly(
            "publish-1",
            "replace-1",
            "cas-1",
            "publish-64",
            "replace-64",
            "append-growth",
            "append-64",
            "read-4k",
            "read-1m",
            "stream-1g",
            "event-loop-stall",
            "memory-10k-queued");
    assertThat(output().lines()).allSatisfy(line -> assertThat(line).contains("target: "));
  }

  @Test
  void explainsItself() {
    assertThat(run("--help")).isZero();
    assertThat(output()).startsWith("usage: bench");
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such-case", "--no-such-option"})
  void refusesWhatItDoesNotKnow(String argument) {
    assertThat(run(argument)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains(argument).contains("usage: bench");
    assertThat(output()).isEmpty();
  }

  @Test
  void saysSoIfSomethingCannotBeMeasured() throws IOException {
    Path file = Files.createFile(temporary.resolve("file"));
    assertThat(run("event-loop-stall", "--dir", file.toString())).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("could not be measured");
    assertThat(output().lines()).last().isEqualTo("event-loop-stall not measured");
  }

  @ParameterizedTest
  @ValueSource(strings = {"publish-1", "replace-1", "cas-1", "publish-64", "replace-64"})
  void measures(String name) throws IOException {
    Compiler.assumeAvailable();
    Path work = Files.createDirectory(temporary.resolve("work"));
    Path json = temporary.resolve("results/result.json");
    int status =
        run(
            name,
            "--quick",
            "--rounds",
            "2",
            "--operations",
            "3",
            "--dir",
            work.toString(),
            "--json",
            json.toString());
    assertThat(status).as(err.toString(StandardCharsets.UTF_8)).isZero();
    List<String> lines = output().lines().toList();
    assertThat(lines.get(lines.size() - 1))
        .matches(name + " ratio=\\d+\\.\\d{3} target=(0\\.600|0\\.900|4\\.000) (PASS|MISS)");
    JsonObject result = new JsonObject(Files.readString(json));
    assertThat(result.getInteger("rounds")).isEqualTo(2);
    assertThat(result.getJsonArray("contestants")).hasSize(name.endsWith("-64") ? 6 : 5);
    try (Stream<Path> left = Files.list(work)) {
      assertThat(left).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"read-4k", "read-1m"})
  void measuresReads(String name) {
    Compiler.assumeAvailable();
    assertThat(run(name, "--rounds", "1", "--operations", "3"))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();
    assertThat(output().lines())
        .last()
        .asString()
        .matches(name + " ratio=\\d+\\.\\d{3} target=0\\.\\d{3} (PASS|MISS)");
  }

  @Test
  void measuresMemory() {
    assertThat(run("memory-10k-queued", "--rounds", "1", "--operations", "50")).isZero();
    assertThat(output().lines())
        .last()
        .asString()
        .matches("memory-10k-queued ratio=\\d+\\.\\d{3} target=64\\.000 (PASS|MISS)");
  }

  @Test
  void measuresStalls() {
    assertThat(run("event-loop-stall", "--rounds", "1", "--operations", "8")).isZero();
    assertThat(output().lines())
        .last()
        .asString()
        .matches("event-loop-stall ratio=\\d+\\.\\d{3} target=10\\.000 (PASS|MISS)");
  }
}
