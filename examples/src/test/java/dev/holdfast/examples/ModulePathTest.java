package dev.holdfast.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The other tests run on the class path; here the modules are real ones. */
class ModulePathTest {
  private static final String NEEDED =
      "classes|(holdfast-reactive-core|vertx-core|netty|jackson-core|jna)-.*\\.jar";

  @TempDir Path temp;

  @Test
  void quickstartRunsAsAModule() throws Exception {
    String root = temp.resolve("store").toString();
    assertThat(quickstart(root)).isEqualTo("exit 0: Hello" + System.lineSeparator());
    assertThat(quickstart(root)).startsWith("exit 0: ").contains("expected a free name");
  }

  private String quickstart(String root) throws Exception {
    String modulePath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> Path.of(entry).getFileName().toString().matches(NEEDED))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Djna.tmpdir=" + System.getProperty("jna.tmpdir"));
    command.addAll(List.of("-p", modulePath, "--enable-native-access=com.sun.jna"));
    command.addAll(List.of("-m", "dev.holdfast.examples/" + Quickstart.class.getName(), root));
    Path output = temp.resolve("output");
    Process java =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = java.waitFor(30, TimeUnit.SECONDS);
      return (ended ? "exit " + java.exitValue() : "hangs") + ": " + Files.readString(output);
    } finally {
      java.destroyForcibly();
    }
  }
}
