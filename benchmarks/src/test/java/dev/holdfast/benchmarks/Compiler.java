package dev.holdfast.benchmarks;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Whether the floor can be compiled here. */
final class Compiler {
  private Compiler() {}

  static void assumeAvailable() {
    boolean found =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
            .anyMatch(dir -> Files.isExecutable(Path.of(dir, "cc")));
    if (!found) {
      System.out.println("Skipped: there is no cc on the PATH");
    }
    assumeTrue(found, "there is no cc on the PATH");
  }
}
