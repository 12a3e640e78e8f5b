package dev.holdfast.tests.powercut;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The system's programs for disks. */
final class Program {
  private Program() {}

  /** Where it is; also where only the superuser's search path leads. */
  static Optional<Path> find(String name) {
    String searchPath = System.getenv().getOrDefault("PATH", "");
    return Stream.of(searchPath.split(File.pathSeparator), new String[] {"/usr/sbin", "/sbin"})
        .flatMap(Arrays::stream)
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Runs one to its end.
   *
   * @throws IOException if it is missing or fails, with what it said
   */
  static void run(String... command) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of(command));
    Path program =
        find(command[0]).orElseThrow(() -> new IOException(command[0] + " is not installed"));
    words.set(0, program.toString());
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said.strip());
    }
  }
}
