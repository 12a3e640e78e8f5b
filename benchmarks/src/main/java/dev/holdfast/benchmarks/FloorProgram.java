package dev.holdfast.benchmarks;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** The C program that is the floor, compiled with {@code cc} when it is needed first. */
final class FloorProgram {
  private static final String SOURCE = "floor.c";

  private final Path buildDirectory;
  private @Nullable Path binary;

  /** The program. */
  FloorProgram(Path buildDirectory) {
    this.buildDirectory = buildDirectory;
  }

  /** The program, compiled unless this very source was before. */
  Path binary() throws IOException, InterruptedException {
    if (binary == null) {
      byte[] source = source();
      CRC32 checksum = new CRC32();
      checksum.update(source);
      String name = String.format("floor-%08x", checksum.getValue());
      Path file = buildDirectory.toAbsolutePath().resolve(name);
      if (!Files.isExecutable(file)) {
        compile(source, file);
      }
      binary = file;
    }
    return binary;
  }

  private void compile(byte[] source, Path file) throws IOException, InterruptedException {
    Files.createDirectories(buildDirectory);
    Path temporary = Files.createTempDirectory(buildDirectory.toAbsolutePath(), "cc-");
    Path code = temporary.resolve(SOURCE);
    Path compiled = temporary.resolve("floor");
    try {
      Files.write(code, source);
      Process cc =
          new ProcessBuilder("cc", "-O2", "-Wall", "-o", compiled.toString(), code.toString())
              .redirectErrorStream(true)
              .start();
      String messages;
      try (InputStream output = cc.getInputStream()) {
        messages = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      }
      if (cc.waitFor() != 0) {
        throw new IOException("cc failed: " + messages);
      }
      Files.move(compiled, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(code);
      Files.deleteIfExists(compiled);
      Files.delete(temporary);
    }
  }

  private static byte[] source() throws IOException {
    try (InputStream in = FloorProgram.class.getResourceAsStream(SOURCE)) {
      if (in == null) {
        throw new FileNotFoundException(SOURCE + " is not on the class path");
      }
      return in.readAllBytes();
    }
  }
}
