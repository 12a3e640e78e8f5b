package dev.holdfast.tests.preload;

import dev.holdfast.internal.sys.Skip;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** The library to be preloaded, compiled where it is needed. */
final class FaultLibrary {
  private static final String SOURCE = "faults.c";

  private FaultLibrary() {}

  /** Compiles it, or skips the test where that is not possible. */
  static Path compile(Path directory) throws IOException, InterruptedException {
    if (!System.getProperty("os.name").startsWith("Linux")) {
      return Skip.because("libraries are preloaded by LD_PRELOAD on Linux only");
    }
    Path source = directory.resolve(SOURCE);
    try (InputStream in = FaultLibrary.class.getResourceAsStream(SOURCE)) {
      Files.copy(in, source);
    }
    Path library = directory.resolve("faults.so");
    ProcessBuilder command =
        new ProcessBuilder(
            "cc", "-O2", "-fPIC", "-shared", "-o", library.toString(), source.toString(), "-ldl");
    Process compiler;
    try {
      compiler = command.redirectErrorStream(true).start();
    } catch (IOException e) {
      return Skip.because("there is no C compiler cc: " + e.getMessage());
    }
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!compiler.waitFor(60, TimeUnit.SECONDS) || compiler.exitValue() != 0) {
      throw new AssertionError("cc does not take " + SOURCE + ": " + said);
    }
    return library;
  }
}
